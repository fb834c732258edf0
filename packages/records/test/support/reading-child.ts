// Opens a store that may only be read, and prints what it can do with it.
import { createSqliteStore } from "../../src/index.ts";
import { used } from "./used.ts";

// Root may write everything, so it becomes nobody; only now, as nobody may not be allowed to read this program.
if (process.getuid?.() === 0) {
  process.setgid?.(65_534);
  process.setuid?.(65_534);
}
const [file, runId] = process.argv.slice(2) as [string, string];
const codeOf = (error: unknown) => (error as { code?: string }).code ?? String(error);
const answer: Record<string, unknown> = {};
try {
  const store = createSqliteStore(file);
  answer.passed = (await store.totals(runId)).outcomes.passed;
  const cell = { subject: "baseline", task: "sums", run: 0 };
  answer.artifact = (await store.artifact(runId, cell, 1, "output"))?.content;
  answer.write = await store.updateRun(runId, { state: "finished" }).catch(codeOf);
  answer.claim = await store.claim(runId, "w", { ...cell, taskHash: "other" }).catch(codeOf);
  const usage = used(0, 0);
  try {
    store.chargeCall(runId, { callId: "c", costUsd: 0, usage, details: {} });
  } catch (error) {
    answer.charge = codeOf(error);
  }
  await store.flush();
  await store.close();
} catch (error) {
  answer.open = codeOf(error);
  answer.message = (error as Error).message;
}
process.stdout.write(JSON.stringify(answer));
