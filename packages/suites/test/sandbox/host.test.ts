import { findCgroups } from "../../src/sandbox/cgroups.ts";
import { host } from "../../src/sandbox/host.ts";
import { limitConformance, sandboxConformance } from "./conformance.ts";
import { runWherePossible } from "./run-where-possible.ts";

await runWherePossible("host", host({ cgroups: await findCgroups() }), sandboxConformance, { needed: true });
await runWherePossible("host without control groups", host({ cgroups: null }), limitConformance, {
  needed: true,
});
