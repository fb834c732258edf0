import { bubblewrap } from "../../src/sandbox/bubblewrap.ts";
import { findCgroups } from "../../src/sandbox/cgroups.ts";
import { limitConformance, sandboxConformance } from "./conformance.ts";
import { runWherePossible } from "./run-where-possible.ts";

await runWherePossible("bubblewrap", bubblewrap({ cgroups: await findCgroups() }), sandboxConformance, {
  needed: true,
});
await runWherePossible("bubblewrap without control groups", bubblewrap({ cgroups: null }), limitConformance, {
  needed: true,
});
