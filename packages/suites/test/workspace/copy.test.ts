import { workspaceConformance } from "./conformance.ts";

workspaceConformance("copied workspaces", { method: "copy" }, { live: false });
