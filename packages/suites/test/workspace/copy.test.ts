import { workspaceConformance } from "./conformance/workspace.ts";

workspaceConformance("copied workspaces", { method: "copy" }, { live: false });
