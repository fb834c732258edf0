import { workspaceConformance } from "./conformance.ts";

workspaceConformance("overlay workspaces of a snapshot", { method: "overlay" }, { live: false });
