import { type JsonObject, openMachines, openStoreAt } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { usePostgres } from "../../records/test/postgres/support/use-postgres.ts";
import { machineDispatch } from "../src/machines/machine-dispatch.ts";

const server = usePostgres();

const manifest = {
  ...{ kind: "bench", name: "n", subjects: ["s"], tasks: {}, runs: 1, models: {}, conditions: {} },
  ...{ circumstances: {}, simulated: true },
};

test("of two that watch a run with two budgets, what was given out last holds, and the first takes nothing away", async () => {
  const url = server.newUrl();
  const store = await openStoreAt(url);
  const { id: runId } = await store.createRun(manifest, 1);
  await store.close();
  await using machines = await openMachines(url);
  const planner = () =>
    machineDispatch({
      ...{ machines, queueUrl: url, needsOf: () => [], subjects: ["s"] },
      spec: {
        ...{ command: "bench" as const, project: "p", folder: "", file: "suite.json" },
        flags: {} as JsonObject,
      },
    });
  const cells = [{ subject: "s", task: "t", run: 0, taskHash: "h" }];
  await using first = await planner();
  await using second = await planner();
  await first.post({ runId, budgetUsd: 10 }, cells);
  await second.post({ runId, budgetUsd: 2 }, cells);
  const given = await machines.postings.find(runId);
  expect(given).toMatchObject({ state: "open", spec: { budgetUsd: 2 }, revision: 2 });
  // As it does whenever nothing moves for a while.
  await first.post({ runId, budgetUsd: 10 }, cells);
  expect(await machines.postings.find(runId)).toMatchObject({ spec: given!.spec, revision: 2 });
  await first.withdraw(runId, false);
  expect(await machines.postings.find(runId)).toMatchObject({ state: "open" });
  await second.withdraw(runId, false);
  expect(await machines.postings.find(runId)).toMatchObject({ state: "closed" });
  await second.post({ runId, budgetUsd: 2 }, cells);
  await first.withdraw(runId, true);
  expect(await machines.postings.find(runId)).toMatchObject({ state: "closed" });
});
