import {
  type CollectedCell,
  collectScores,
  failed,
  type Outcome,
  outcomeKinds,
  passed,
  type ScoredRun,
} from "@flow-state-dev/records";

interface FileRun {
  run?: unknown;
  outcome?: unknown;
  pass?: unknown;
  cost?: unknown;
}

interface FileCase extends FileRun {
  id?: unknown;
  agent?: unknown;
  runs?: unknown;
  planned?: unknown;
  hash?: unknown;
}

/** The content of a case that a file does not tell. */
export const unknownContent = "";

/** Who an agent is that a file does not name. */
export const unknownAgent = "agent";

/**
 * What a file of results says, as the scores of a run: the published fields are enough. A case without a hash has
 * `unknownContent`; the same case with two hashes has, too. Its times are those of agents alone, so they are left out.
 * Null when it is no such file.
 */
export function scoresOfResults(data: unknown): ScoredRun | null {
  const { suite, cases, run, judgeModel } = (data ?? {}) as Record<string, unknown>;
  if (typeof suite !== "string" || !Array.isArray(cases)) return null;
  const collected = collectScores();
  const tasks = new Map<string, string>();
  const subjects = new Set<string>();
  let [planned, most] = [0, 1];
  for (const each of cases as (FileCase | null)[]) {
    if (typeof each?.id !== "string") return null;
    const subject = typeof each.agent === "string" ? each.agent : unknownAgent;
    subjects.add(subject);
    const hash = typeof each.hash === "string" ? each.hash : unknownContent;
    tasks.set(each.id, (tasks.get(each.id) ?? hash) === hash ? hash : unknownContent);
    const runs: (FileRun | null)[] = Array.isArray(each.runs) ? each.runs : [each];
    for (const [at, own] of runs.entries()) {
      if (typeof own !== "object" || own === null) return null;
      const cell: CollectedCell = {
        ...{ subject, task: each.id, run: typeof own.run === "number" ? own.run : at },
        ...{ outcome: outcomeOf(own), workingMs: 0, suspect: true },
      };
      collected.add(cell, typeof own.cost === "number" ? own.cost : null);
    }
    planned += typeof each.planned === "number" ? each.planned : runs.length;
    most = Math.max(most, runs.length);
  }
  return {
    scores: collected.scores,
    run: {
      ...{
        id: typeof run === "string" ? run : "file",
        state: "finished",
        createdAt: "",
        plannedCells: planned,
      },
      manifest: {
        ...{
          kind: "bench",
          name: suite,
          subjects: [...subjects],
          tasks: Object.fromEntries(tasks),
          runs: most,
        },
        ...{ models: {}, circumstances: {} },
        conditions: typeof judgeModel === "string" ? { judge: judgeModel } : {},
        simulated: (data as { simulated?: unknown }).simulated === true,
      },
    },
  };
}

function outcomeOf({ pass, outcome }: FileRun): Outcome {
  if (pass === true) return passed(1);
  const kind = outcomeKinds.find((known) => known === outcome);
  const error = { name: "Error", message: "" };
  switch (kind) {
    case "unscored":
    case "infrastructure":
      return { kind, error };
    case "cancelled":
      return { kind, reason: "" };
    default:
      return failed(0);
  }
}
