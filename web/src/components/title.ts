import { useEffect } from "react";
import { t } from "../text";

/** Sets the title of the page in the browser's tab and for screen readers. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = t("title.page", { title });
  }, [title]);
}
