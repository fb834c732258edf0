import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { createSqliteStore } from "../src/index.ts";
import { fromSource } from "./support/from-source.ts";
import { all, manifest } from "./support/sample-records.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const child = fileURLToPath(new URL("./support/writing-child.ts", import.meta.url));

/** Starts a writer, kills it after a while with SIGKILL, and gives what it had said. */
async function writeAndKill(file: string, runId: string, worker: string, afterMs: number): Promise<string[]> {
  const writer: ChildProcess = spawn(process.execPath, [fromSource, child, file, runId, worker], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void writer.kill("SIGKILL"));
  let said = "";
  const ready = Promise.withResolvers<void>();
  writer.stdout!.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    if (said.includes("ready\n")) ready.resolve();
  });
  const ended = once(writer, "close");
  await Promise.race([ready.promise, ended]);
  await sleep(afterMs);
  writer.kill("SIGKILL");
  await ended;
  expect(writer.signalCode).toBe("SIGKILL");
  // What stands after the last line break was cut off by the kill.
  return said.slice(0, said.lastIndexOf("\n")).split("\n");
}

test("after kill -9 at any moment the file opens and holds everything whose promise had resolved", async () => {
  const file = join(temporaryFolder(), "x.db");
  const first = createSqliteStore(file);
  const { id } = await first.createRun(manifest, 0);
  await first.close();
  let endedBefore = 0;
  for (let round = 0; round < 10; round++) {
    const worker = `w${round}`;
    const said = await writeAndKill(file, id, worker, Math.random() * 120);
    const store = createSqliteStore(file);
    const cells = new Map((await all(store.cells(id, { subject: worker }))).map((cell) => [cell.run, cell]));
    const calls = new Set((await all(store.calls(id))).map(({ callId }) => callId));
    for (const line of said.slice(1)) {
      const [what, run] = line.split(" ") as [string, string];
      const cell = cells.get(Number(run));
      expect(cell, line).toBeDefined();
      if (what === "opened") expect(calls.has(`${worker}-${run}`), line).toBe(true);
      if (what !== "ended") continue;
      expect(cell, line).toMatchObject({
        outcome: { kind: "passed", score: 1 },
        running: false,
        spend: { subject: 0.001 },
      });
      const artifact = await store.artifact(id, cell!, 1, "output");
      expect(artifact?.content, line).toBe(`answer ${run} `.repeat(20));
    }
    const running = [...cells.values()].filter((cell) => cell.running);
    const open = (await all(store.calls(id))).filter((call) => call.state === "open");
    expect(await store.recover(id)).toEqual({
      lostAttempts: running.length,
      lostCalls: open.length,
      carriedUsd: open.length * 0.5,
    });
    const totals = await store.totals(id);
    endedBefore += [...cells.values()].filter((cell) => cell.outcome !== null).length;
    expect(totals).toMatchObject({ running: 0, outcomes: { passed: endedBefore } });
    const summed = (await all(store.cells(id))).reduce(
      (sum, cell) => sum + Math.round(cell.spend.subject * 1e9),
      0,
    );
    expect(Math.round(totals.spend.subject * 1e9)).toBe(summed);
    await store.close();
  }
  expect(endedBefore).toBeGreaterThan(0);
});
