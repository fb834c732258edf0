import { useLayoutEffect, useState } from "preact/hooks";
import { report } from "./data/load.ts";

/** A place in the page: every one has an address that can be kept and sent. */
export interface Route {
  page: "runs" | "run" | "cells" | "compare" | "judge";
  /** The run, where the page is about one. */
  run: string | null;
  query: Readonly<Record<string, string>>;
}

/** Reads the part of the address behind `#`. What makes no sense is the list of runs, or the run of a file. */
function readRoute(hash: string): Route {
  const [path = "", search = ""] = hash.replace(/^#/, "").split("?", 2);
  const query = Object.fromEntries(new URLSearchParams(search));
  const [first, run, part] = path.split("/").filter(Boolean).map(decode);
  if (first === "run" && run) {
    const page = part === "judge" || part === "cells" ? part : "run";
    return { page, run, query };
  }
  if (first === "compare") return { page: "compare", run: query.a ?? null, query };
  return report ? { page: "run", run: report.run, query } : { page: "runs", run: null, query };
}

/** The address of a place. Empty words are left out. */
export function href(
  page: Route["page"],
  run: string | null,
  query: Record<string, string | number | null> = {},
): string {
  const words = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === "" ? [] : [[name, String(value)]],
  );
  const search = words.length > 0 ? `?${new URLSearchParams(words)}` : "";
  if (page === "runs") return `#/${search}`;
  if (page === "compare") return `#/compare${search}`;
  const part = page === "run" ? "" : `/${page}`;
  return `#/run/${encodeURIComponent(run ?? "last")}${part}${search}`;
}

/** Goes to a place; `quietly` without a step to go back to. */
export function go(address: string, { quietly = false } = {}): void {
  if (!quietly) {
    location.hash = address;
    return;
  }
  history.replaceState(null, "", address);
  dispatchEvent(new HashChangeEvent("hashchange"));
}

/** Where the page is now. */
export function useRoute(): Route {
  const [route, setRoute] = useState(() => readRoute(location.hash));
  useLayoutEffect(() => {
    const change = () => setRoute(readRoute(location.hash));
    addEventListener("hashchange", change);
    // The address may have changed before anybody listened.
    change();
    return () => removeEventListener("hashchange", change);
  }, []);
  return route;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
