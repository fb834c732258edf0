import { expect, test } from "vitest";
import { openWorkspaces } from "../../src/workspace/workspaces.ts";
import { workspaceConformance } from "./conformance/workspace.ts";

const options = { method: "overlay", overlayStyle: "root" } as const;

if (process.getuid?.() === 0) workspaceConformance("overlay workspaces as root", options, { live: true });
else {
  test("overlays without a user namespace are for root", async () => {
    await expect(openWorkspaces(options)).rejects.toMatchObject({ code: "workspace-failed" });
  });
}
