import { createSqliteStore, type Run, type RunStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { exportCsv } from "./export-csv.ts";
import { exportJunit } from "./export-junit.ts";

test("checks of a gate that have the same name are told apart, the first by its name alone", async () => {
  const check = (name: string, broken = false) => ({ name, broken, sentence: "so" });
  const checks = [check("regression", true), check("cost"), check("regression"), check("regression")];
  let xml = "";
  for await (const part of exportJunit({} as RunStore, [], checks)) xml += part;
  expect(xml.match(/(?<=classname="gate" name=")[^"]+/g)).toEqual([
    ...["regression", "cost", "regression #2", "regression #3"],
  ]);
});

test.each([
  ["compare", { latencyMs: 250 }],
  ["bench", { agentMs: 250, gradingMs: 4_000 }],
])(
  "the times of a run of %s are those of its subject, without judging, in JUnit and CSV",
  async (kind, evidence) => {
    const store = createSqliteStore(":memory:");
    const run = await store.createRun(
      {
        ...{ kind, name: "s", subjects: ["x"], tasks: { a: "h" }, runs: 2, models: {} },
        ...{ conditions: {}, circumstances: {}, simulated: false },
      },
      2,
    );
    await store.registerWorker({ id: "w", host: "h", pid: 1 });
    for (const at of [0, 1]) {
      const cell = { subject: "x", task: "a", run: at };
      await store.claim(run.id, "w", { ...cell, taskHash: "h" });
      const told = { evidence: at === 0 ? evidence : {}, artifacts: [], health: null, suspect: false };
      await store.endAttempt(run.id, cell, 1, {
        ...{ outcome: { kind: "passed", score: 1 }, workingMs: 9_000, waitingMs: 0, ...told },
      });
    }
    const textOf = async (
      form: typeof exportCsv | ((store: RunStore, run: Run) => AsyncIterable<string>),
    ) => {
      let text = "";
      for await (const part of form(store, run)) text += part;
      return text;
    };
    const xml = await textOf((from, one) => exportJunit(from, [one]));
    // Where nobody measured it alone there is that of the whole cell.
    expect(xml.match(/(?<=<testcase .* time=")[^"]+/g)).toEqual(["0.250", "9.000"]);
    expect(xml).toMatch(/<testsuites [^>]* time="9\.250">/);
    const [head = "", ...rows] = (await textOf(exportCsv)).trim().split("\r\n");
    const at = head.split(",").indexOf("working_ms");
    expect(rows.map((row) => row.split(",")[at])).toEqual(["250", "9000"]);
    await store.close();
  },
);
