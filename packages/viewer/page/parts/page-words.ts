import type { RunHead } from "../../src/contract/index.ts";
import type { Route } from "../route.ts";
import { nameText } from "./format.ts";

/** What the pages are called. */
export const pageWords: Readonly<Record<Route["page"], string>> = {
  run: "Result",
  cells: "Cells",
  compare: "Compare",
  judge: "Judge",
  runs: "Runs",
};

/** The title of a page, by which its tab is known among those of other runs and of the same one. */
export function pageTitle(page: Route["page"], head: RunHead | null): string {
  if (!head) return page === "runs" ? "Runs · x view" : "x view";
  const run = `${nameText(head.name)} · run ${head.short}`;
  return page === "run" ? run : `${pageWords[page]} · ${run}`;
}
