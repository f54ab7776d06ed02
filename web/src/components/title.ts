import { useEffect } from "react";
import { t } from "../text";

/** Names the page in the browser's tab and for screen readers. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = t("title.page", { title });
  }, [title]);
}
