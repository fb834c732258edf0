import {
  type CellAddress,
  type CellView,
  type GridView,
  type JudgeView,
  outcomeOfCode,
  type RunView,
  type ViewSource,
} from "@flow-state-dev/viewer";

/** Characters of evidence that a file holds at most; what did not pass comes first. */
const room = 20_000_000;

/** Everything a file shows, by the address at which the server would have it. */
export async function reportData(
  source: ViewSource,
  run: string,
  { redact }: { redact: boolean },
): Promise<{ data: Record<string, unknown>; left: number }> {
  const grid = await source.grid(run);
  const data: Record<string, unknown> = {
    report: { run, redacted: redact },
    [`runs/${run}/head`]: await source.head(run),
    [`runs/${run}/view`]: redact ? redactedRun(await source.run(run)) : await source.run(run),
    [`runs/${run}/grid`]: grid,
    [`runs/${run}/judge`]: redact ? redactedJudge(await source.judge(run)) : await source.judge(run),
  };
  let used = 0;
  let left = 0;
  for (const cell of interestingFirst(grid)) {
    if (used > room) {
      left += 1;
      continue;
    }
    const view = await source.cell(run, cell);
    if (!view) continue;
    const shown = redact ? redacted(view) : view;
    used += JSON.stringify(shown).length;
    data[cellKey(run, cell)] = shown;
  }
  return { data, left };
}

/** The address of a cell, as the page asks for it. */
export function cellKey(run: string, { subject, task, repetition }: CellAddress): string {
  const query = new URLSearchParams({ subject, task, repetition: String(repetition) });
  return `runs/${run}/cell?${query}`;
}

/** A cell without anything that a model was told or said: prompts, outputs, quotes, patches, transcripts. */
export function redacted(view: CellView): CellView {
  return {
    ...view,
    ...{ prompt: null, output: null, patch: null, timeline: [], eventsLeft: view.timeline.length, notes: [] },
    error: view.error === null ? null : "left out",
    criteria: view.criteria.map((each) => ({
      ...each,
      evidence: "",
      votes: each.votes.map((vote) => ({ ...vote, evidence: "" })),
    })),
    expectations: view.expectations.map((each) => ({ ...each, evidence: "", output: null })),
    codeScores: view.codeScores.map((each) => ({ ...each, error: each.error === null ? null : "left out" })),
    attempts: view.attempts.map((each) => ({ ...each, error: each.error === null ? null : "left out" })),
  };
}

/** Messages of errors may quote what a model said. */
function redactedRun(view: RunView): RunView {
  return { ...view, failures: view.failures.map((each) => ({ ...each, message: "left out" })) };
}

function redactedJudge(view: JudgeView): JudgeView {
  return { ...view, disagreements: view.disagreements.map((each) => ({ ...each, evidence: "" })) };
}

function interestingFirst({ subjects, tasks, repetitions, codes }: GridView): CellAddress[] {
  const passed: CellAddress[] = [];
  const others: CellAddress[] = [];
  for (const [place, code] of [...codes].entries()) {
    const outcome = outcomeOfCode(code);
    if (outcome === "untried") continue;
    const pair = Math.floor(place / repetitions);
    const cell = {
      subject: subjects[Math.floor(pair / tasks.length)]!,
      task: tasks[pair % tasks.length]!.id,
      repetition: place % repetitions,
    };
    (outcome === "passed" ? passed : others).push(cell);
  }
  return [...others, ...passed];
}
