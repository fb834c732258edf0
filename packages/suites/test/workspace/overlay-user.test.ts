import { workspaceConformance } from "./conformance/workspace.ts";

workspaceConformance(
  "overlay workspaces in a user namespace",
  { method: "overlay", overlayStyle: "user" },
  { live: true },
);
