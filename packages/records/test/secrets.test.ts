import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  type AttemptResult,
  type CallOpening,
  createRedactor,
  createSqliteStore,
  exportRun,
  importRun,
  type JsonObject,
  redacted,
} from "../src/index.ts";
import { all, manifest, usage } from "./support/sample-records.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const value = "value-of-a-key-variable";
const secrets = {
  variable: value,
  key: "sk-proj-abcdefghij1234567890ABCDEFGHIJ",
  bearer: "opaque-token-0123456789",
  jwt: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N",
  password: "hunter2hunter2",
};
/** All of them, as they would turn up in text. */
const leak = `${secrets.variable} ${secrets.key} Bearer ${secrets.bearer} ${secrets.jwt} postgres://u:${secrets.password}@h`;
const leaky: JsonObject = { [leak]: leak, deep: [{ list: [leak] }] };
const withLeak = (name: string) => `${name} ${leak}`;

test("no secret reaches the store by any way in", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "x.db");
  const redactor = createRedactor({ env: { SOME_API_KEY: value } });
  const store = createSqliteStore(file, { redactor });
  const dirty = {
    ...manifest,
    kind: withLeak("kind"),
    name: withLeak("name"),
    subjects: [withLeak("subject")],
    tasks: { [withLeak("task")]: withLeak("hash") },
    models: { [withLeak("role")]: withLeak("model") },
    conditions: leaky,
    circumstances: leaky,
  };
  const run = await store.createRun(dirty, 1);
  await store.updateRun(run.id, { manifest: dirty, warnings: [leak] });
  const worker = withLeak("worker");
  await store.registerWorker({ id: worker, host: withLeak("host"), pid: 1 });
  await store.heartbeat(worker);
  const cell = { subject: withLeak("subject"), task: withLeak("task"), run: 0 };
  const claim = { ...cell, taskHash: withLeak("hash") };
  expect(await store.claim(run.id, worker, claim)).toEqual({ state: "claimed", attempt: 1 });
  const callId = withLeak("call");
  const call = { callId, payer: "subject" as const, modelId: leak, worstCaseUsd: 1 };
  const openedAt = "2030-01-01T00:00:00.000Z";
  await store.openCall(run.id, cell, 1, { ...call, openedAt });
  store.chargeCall(run.id, { callId, costUsd: 0.5, usage: usage(1), details: leaky });
  const large = "padding ".repeat(20_000);
  const artifacts = [
    { name: withLeak("text"), mediaType: leak, content: leak },
    { name: "large", mediaType: "text/plain", content: `${large}${leak}` },
    { name: "bytes", mediaType: "text/plain", content: new TextEncoder().encode(leak) },
    {
      name: "binary",
      mediaType: "x",
      content: new Uint8Array([0xff, ...new TextEncoder().encode(` ${leak} `)]),
    },
  ];
  const outcome = { kind: "errored" as const, error: { name: leak, message: leak, code: leak } };
  const health = { eventLoopLagMs: 0, memoryBytes: 0, openCalls: 0, note: leak };
  const ended = { outcome, evidence: leaky, workingMs: 1, waitingMs: 1, health, suspect: false, artifacts };
  expect(await store.endAttempt(run.id, cell, 1, ended)).toBe(true);

  // The same names find it again.
  expect(await store.claim(run.id, worker, claim)).toEqual({ state: "done" });
  expect(await all(store.cells(run.id, { subject: cell.subject, task: cell.task }))).toHaveLength(1);
  expect((await store.totals(run.id)).spend.subject).toBe(0.5);
  for (const { name, content } of artifacts) {
    const kept = (await store.artifact(run.id, cell, 1, name))!.content;
    expect(typeof kept).toBe(typeof content);
    const text = typeof kept === "string" ? kept : Buffer.from(kept).toString("latin1");
    expect(text).toContain(redacted);
    for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
  }

  // A run from elsewhere may hold secrets of its own.
  const lines = await all(exportRun(store, run.id));
  for (const secret of Object.values(secrets)) expect(lines.join("")).not.toContain(secret);
  const elsewhere = createSqliteStore(":memory:", { redactor: { text: same, json: same, bytes: same } });
  const dirtyRun = await elsewhere.createRun(dirty, 1);
  await elsewhere.registerWorker({ id: worker, host: "h", pid: 1 });
  await elsewhere.claim(dirtyRun.id, worker, claim);
  await elsewhere.endAttempt(dirtyRun.id, cell, 1, ended);
  const dirtyLines = await all(exportRun(elsewhere, dirtyRun.id));
  expect(dirtyLines.join("")).toContain(secrets.key);
  await importRun(store, dirtyLines);
  for (const line of await all(exportRun(store, dirtyRun.id)))
    for (const secret of Object.values(secrets)) expect(line).not.toContain(secret);
  await elsewhere.close();

  const grep = () => {
    const files = readdirSync(folder);
    for (const name of files) {
      const bytes = readFileSync(join(folder, name), "latin1");
      for (const [what, secret] of Object.entries(secrets))
        expect(bytes.includes(secret), `${what} in ${name}`).toBe(false);
    }
    return files;
  };
  expect(grep()).toContain("x.db-wal");
  await store.close();
  expect(grep()).toEqual(["x.db"]);
  expect(readFileSync(file, "latin1")).toContain(redacted);
});

test("what is refused is told without its secrets", async () => {
  const store = createSqliteStore(":memory:", { redactor: createRedactor({ env: { SOME_API_KEY: value } }) });
  const run = await store.createRun(manifest, 1);
  const cell = { subject: "s", task: "t", run: 0 };
  const call = { callId: "c", payer: "subject", modelId: "m", worstCaseUsd: 1, openedAt: "" };
  const ended = { evidence: {}, workingMs: 1, waitingMs: 1, health: null, suspect: false, artifacts: [] };
  const passed = { kind: "passed", score: 1 };
  for (const secret of Object.values(secrets)) {
    const text = leak.slice(Math.max(0, leak.indexOf(secret) - 15));
    const refused = [
      store.openCall(run.id, cell, 1, { ...call, openedAt: text } as CallOpening),
      store.openCall(run.id, cell, 1, { ...call, payer: text } as unknown as CallOpening),
      store.openCall(run.id, cell, 1, { ...call, worstCaseUsd: text } as unknown as CallOpening),
      store.endAttempt(run.id, cell, 1, { ...ended, outcome: { kind: text } } as unknown as AttemptResult),
      store.endAttempt(run.id, cell, 1, {
        ...ended,
        outcome: { ...passed, score: text },
      } as unknown as AttemptResult),
      store.endAttempt(run.id, cell, 1, {
        ...ended,
        outcome: passed,
        workingMs: text,
      } as unknown as AttemptResult),
    ];
    for (const each of await Promise.allSettled(refused)) {
      expect(each).toMatchObject({ status: "rejected", reason: { code: "invalid-record" } });
      expect(String((each as PromiseRejectedResult).reason)).not.toContain(secret);
    }
  }
  await store.close();
});

function same<T>(value: T): T {
  return value;
}
