import { openMachines, openStoreAt } from "@flow-state-dev/records";
import { responseCacheConformance } from "../../core/test/conformance/response-cache.ts";
import { usePostgres } from "../../records/test/postgres/support/use-postgres.ts";
import { sharedCache } from "../src/machines/shared-cache.ts";

const server = usePostgres();

responseCacheConformance("the cache in the database of a run", async () => {
  const url = server.newUrl();
  const store = await openStoreAt(url);
  const manifest = { kind: "test", name: "cache", subjects: ["s"], tasks: {}, runs: 1, models: {} };
  const { id } = await store.createRun(
    { ...manifest, conditions: {}, circumstances: {}, simulated: true },
    1,
  );
  await store.close();
  const machines = await openMachines(url);
  return {
    cache: sharedCache(machines.responses, id),
    dispose: async () => void (await machines[Symbol.asyncDispose]()),
  };
});
