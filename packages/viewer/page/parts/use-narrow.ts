import { useLayoutEffect, useState } from "preact/hooks";

const query = matchMedia("(max-width: 900px)");

/** Is there too little room for columns? */
export function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(query.matches);
  useLayoutEffect(() => {
    const change = () => setNarrow(query.matches);
    query.addEventListener("change", change);
    return () => query.removeEventListener("change", change);
  }, []);
  return narrow;
}
