import { useEffect } from "react";
import { ask, useReachable } from "../api/client";
import { queryClient } from "../api/queries";
import { t } from "../text";

const LOOK_EVERY = 3000;

/** Shows that the house cannot be reached, and refetches everything once it can. */
export function OfflineBanner() {
  const reachable = useReachable();
  useEffect(() => {
    if (reachable) return;
    const timer = setInterval(() => void ask("/health").catch(() => undefined), LOOK_EVERY);
    return () => {
      clearInterval(timer);
      void queryClient.invalidateQueries();
    };
  }, [reachable]);
  return <div role="status">{!reachable && <p className="banner">{t("banner.offline")}</p>}</div>;
}
