import { workspaceConformance } from "./conformance/workspace.ts";

workspaceConformance("overlay workspaces of a snapshot", { method: "overlay" }, { live: false });
