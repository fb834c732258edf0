import { useLayoutEffect, useState } from "preact/hooks";

/** Is the page being printed? */
export function usePaper(): boolean {
  const [paper, setPaper] = useState(false);
  useLayoutEffect(() => {
    const over = new AbortController();
    addEventListener("beforeprint", () => setPaper(true), over);
    addEventListener("afterprint", () => setPaper(false), over);
    return () => over.abort();
  }, []);
  return paper;
}
