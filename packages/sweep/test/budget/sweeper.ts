// One of several processes that sweep the same run under one budget. All start at the same moment.
import { createSqliteStore } from "@flow-state-dev/records";
import { type RunCell, sweep } from "../../src/index.ts";
import { answered, passed } from "../support/sweeping.ts";
import { budgetManifest, budgetPlan, budgetUsd, callsPerCell, worstCaseUsd } from "./plan.ts";

const [file = "", url = "", mode = "normal"] = process.argv.slice(2);
const store = createSqliteStore(file);
await (await fetch(`${url}/start`)).text();

/** Deaf to being cut off, so that what the provider counted is known here. */
const runCell: RunCell = async (_, { account }) => {
  for (let ordinal = 0; ordinal < callsPerCell; ordinal += 1) {
    const call = await account.open({ modelId: "acme/one", worstCaseUsd });
    const { costUsd } = (await (await fetch(url)).json()) as { costUsd: number };
    call.settle(answered(costUsd));
  }
  return passed();
};

let told = 0;
const { budgetExceeded, state, outcomes } = await sweep({
  cells: budgetPlan,
  manifest: budgetManifest,
  resume: true,
  store,
  runCell,
  limits: { concurrency: 8, budgetUsd, strict: mode === "strict" },
  pollMs: 50,
  onEvent: (event) => {
    if (event.type === "spent") told = event.totalUsd;
  },
});
await store.close();
console.log(JSON.stringify({ budgetExceeded, state, passed: outcomes.passed, told }));
