// A process that gives the cells of a run out and watches until all have ended. Says how far it is and how it ended.
import { openMachines, openStoreAt } from "@flow-state-dev/records";
import { CellQueue, sweep } from "../../src/index.ts";
import { endWithParent } from "./end-with-parent.ts";
import { machinesManifest, machinesPlan, silenceMs } from "./plan.ts";

endWithParent();
const [url = "", queueUrl = url, budgetUsd = ""] = process.argv.slice(2);
const store = await openStoreAt(url, { silenceMs });
await using queue = await CellQueue.open(queueUrl);
await using machines = await openMachines(url);
const lane = () => "";
let finished = 0;
const result = await sweep({
  cells: machinesPlan,
  manifest: machinesManifest,
  resume: true,
  store,
  runCell: () => Promise.reject(new Error("A planner runs no cells.")),
  limits: { strict: true, ...(budgetUsd !== "" && { budgetUsd: Number(budgetUsd) }) },
  pollMs: 100,
  sharing: {
    role: "planner",
    dispatch: {
      post: async ({ runId }, cells) => {
        await queue.add(runId, cells, lane);
        await machines.postings.post(runId, {}, "open");
        console.log(`posted ${runId}`);
      },
      pending: (runId, cells) => queue.pending(runId, cells, lane),
      ended: async (runId) => (await machines.postings.find(runId))?.reason ?? null,
      withdraw: (runId) => machines.postings.close(runId, null),
    },
  },
  onEvent: (event) => {
    if (event.type === "finished") console.log(`finished ${++finished}`);
  },
});
console.log(`ended ${result.state} ${result.budgetExceeded}`);
await store.close();
