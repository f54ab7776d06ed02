/** Serves the gallery: `npx vite --config tests/felt-gallery/vite.config.ts`. It is not part of the pages. */
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { resolve } from "node:path";

const web = resolve(import.meta.dirname, "../..");

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: "/tmp/croupier-felt-gallery",
  plugins: [react()],
  server: { port: 5287, strictPort: true, fs: { allow: [web] } },
});
