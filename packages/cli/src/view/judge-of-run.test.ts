import type { CellRecord, Run, RunStore } from "@flow-state-dev/records";
import type { Label, LabelBook } from "@flow-state-dev/viewer";
import { expect, test } from "vitest";
import { judgeOfRun } from "./judge-of-run.ts";

const labelOf = (task: string, criteria: string[], labels: boolean[]): Label => ({
  ...{ run: "r", subject: "s", task, repetition: 0, at: "", made: "now", criteria, labels },
});

/** The view of a run of one subject, with what its judge found of each task. */
function viewOf(found: { task: string; score: number; findings: object[] }[], labels: Label[]) {
  const tasks = Object.fromEntries(found.map(({ task }) => [task, "h"]));
  const manifest = { kind: "compare", subjects: ["s"], tasks, models: {}, conditions: {} };
  const cells = found.map(({ task, score }) => ({
    ...{ subject: "s", task, run: 0, taskHash: "h", endedAt: "now" },
    outcome: { kind: "passed", score },
  })) as unknown as CellRecord[];
  const store = {
    async *cells() {
      yield* cells;
    },
    cell: async (_: string, { task }: { task: string }) => cells.find((cell) => cell.task === task),
    attempts: async (_: string, { task }: { task: string }) => [
      { state: "ended", evidence: { findings: found.find((each) => each.task === task)!.findings } },
    ],
    async *runs() {},
  } as unknown as RunStore;
  const book = { of: () => labels } as unknown as LabelBook;
  return judgeOfRun(store, { id: "r", manifest } as unknown as Run, book);
}

test("agreement that is not whole is never 100 % in words either", async () => {
  const criteria = Array.from({ length: 200 }, (_, at) => `criterion ${at}`);
  const findings = criteria.map((criterion) => ({ criterion, weight: 1, verdict: "met", evidence: "" }));
  const labels = [
    labelOf(
      "t",
      criteria,
      criteria.map((_, at) => at > 0),
    ),
  ];
  const { sentences } = await viewOf([{ task: "t", score: 1, findings }], labels);
  expect(sentences).toEqual(["Judge and labels agree on 99.5 % of the criteria."]);
});

test("of a judge who grades people correct the share that is met, by weight", async () => {
  // The judge finds all that matters, with a small flaw, and people find it, too: they agree throughout.
  const finding = (criterion: string, weight: number, score: number) => {
    const verdict = score >= 0.8 ? "met" : "unmet";
    const votes = [{ judge: "j", repeat: 0, evidence: "", verdict, score }];
    return { criterion, weight, verdict, score, evidence: "", votes };
  };
  const tasks = ["t1", "t2", "t3", "t4"];
  const found = tasks.map((task, at) => ({
    ...{ task, score: 0.8 },
    findings: [finding("a", 3, 0.8), finding("b", 1, at < 2 ? 0.8 : 0.4)],
  }));
  const labels = tasks.map((task, at) => labelOf(task, ["a", "b"], [true, at < 2]));
  const { corrected, sentences } = await viewOf(found, labels);
  expect(corrected).toMatchObject([{ raw: 0.875, corrected: 0.875 }]);
  expect(sentences).toContain(
    "The judge says by how much a criterion is met, labels whether it is: the scores they correct are the shares that are met.",
  );
});
