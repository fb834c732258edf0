import type { PreparingProgress } from "@flow-state-dev/suites";
import { counted } from "../text/show-numbers.ts";

/** How far the files that cases start from are ready, in a line. */
export function preparingText({ doing, files }: PreparingProgress): string {
  if (files === null) return "preparing the workspace";
  const many = counted(files, "file");
  return `preparing the workspace: ${doing === "copying" ? `copying ${many}` : many}`;
}
