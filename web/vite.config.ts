import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The server that answers /v1 while pages are served by `npm run dev`. */
const server = process.env.CROUPIER_SERVER ?? "http://127.0.0.1:7500";

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: "../crates/server/pages",
    emptyOutDir: true,
    // The content security policy allows no data: in scripts, styles and fonts.
    assetsInlineLimit: 0,
    // All of these have light-dark(), which the themes are made of.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    modulePreload: { polyfill: false },
    rollupOptions: {
      output: {
        entryFileNames: "assets/[name]-[hash].js",
        chunkFileNames: "assets/[name]-[hash].js",
        assetFileNames: "assets/[name]-[hash][extname]",
      },
    },
  },
  server: {
    proxy: { "/v1": { target: server, ws: true }, "/health": server },
  },
});
