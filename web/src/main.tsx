import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { forgetOwn, queryClient } from "./api/queries";
import { watchSession } from "./api/session";
import { App } from "./app";
import "./style/fonts.css";
import "./style/tokens.css";
import "./style/base.css";
import "./style/shell.css";

watchSession(forgetOwn);

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
}
