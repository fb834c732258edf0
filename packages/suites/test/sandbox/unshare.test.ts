import { findCgroups } from "../../src/sandbox/cgroups.ts";
import { unshare } from "../../src/sandbox/unshare.ts";
import { limitConformance, sandboxConformance } from "./conformance.ts";
import { runWherePossible } from "./run-where-possible.ts";

await runWherePossible("unshare", unshare({ cgroups: await findCgroups() }), sandboxConformance, {
  needed: true,
});
await runWherePossible("unshare without control groups", unshare({ cgroups: null }), limitConformance, {
  needed: true,
});
