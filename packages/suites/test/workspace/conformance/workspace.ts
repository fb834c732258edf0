import { describe } from "vitest";
import type { openWorkspaces } from "../../../src/workspace/workspaces.ts";
import { workspaceBench } from "../support/workspace-bench.ts";
import { changesConformance } from "./changes.ts";
import { contentsConformance } from "./contents.ts";
import { freezingConformance } from "./freezing.ts";
import { layingOverConformance } from "./laying-over.ts";
import { patchesConformance } from "./patches.ts";
import { removalConformance } from "./removal.ts";
import { sourcesConformance } from "./sources.ts";

/** What every kind of workspace must do. */
export function workspaceConformance(
  name: string,
  options: Parameters<typeof openWorkspaces>[0],
  how: { live: boolean },
): void {
  describe(name, () => {
    const bench = workspaceBench(options, how);
    contentsConformance(bench, how);
    changesConformance(bench);
    patchesConformance(bench);
    freezingConformance(bench);
    layingOverConformance(bench);
    removalConformance(bench);
    sourcesConformance(bench);
  });
}
