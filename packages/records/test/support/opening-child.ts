// Waits for a line on stdin, then opens runs of 20 definitions, and prints what it got, one a line.
import { once } from "node:events";
import { createSqliteStore, type RunManifest } from "../../src/index.ts";

const [file, manifest] = process.argv.slice(2) as [string, string];
const store = createSqliteStore(file);
process.stdout.write("ready\n");
await once(process.stdin, "data");
process.stdin.unref();
for (let runs = 1; runs <= 20; runs++) {
  const { run, created } = await store.openRun({ ...(JSON.parse(manifest) as RunManifest), runs }, 1);
  process.stdout.write(`${run.id} ${created}\n`);
}
await store.close();
