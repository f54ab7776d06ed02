import { useEffect, useState } from "react";

/** So long a new question takes no answer: whoever was about to press meant what stood there before. */
export const STILL = 400;

/** Whether something has only just come, by a name that it has alone. What a page is opened with is not new. */
export function useFresh(name: string): boolean {
  const [known, setKnown] = useState(name);
  useEffect(() => {
    const timer = setTimeout(() => setKnown(name), STILL);
    return () => clearTimeout(timer);
  }, [name]);
  return known !== name;
}
