import {
  type BlockDefinition,
  ConstructionError,
  keyedRouter,
  type SequencerDefinition,
  sequencer,
  type UsesSlot,
} from "@flow-state-dev/core";
import { attempted } from "../shared/attempted.ts";
import type { Cast } from "../shared/cast.ts";
import { checkCount } from "../shared/check-count.ts";
import { enrich } from "../shared/enrich.ts";
import { type Goal, goalSchema } from "../shared/goal.ts";
import { NoTaskDoneError } from "../shared/no-task-done-error.ts";
import { sections } from "../shared/sections.ts";
import { answerRequest } from "../shared/synthesizer.ts";
import { worker } from "../shared/worker.ts";
import { type CaseFile, workTexts } from "./case-file.ts";
import { controller } from "./controller.ts";
import { defaultSpecialists, type Specialists } from "./specialist.ts";

/** What routed specialists are made of. */
export interface RoutedSpecialistsOptions {
  /** Also the start of the names of its blocks; `routed-specialists` when absent. */
  name?: string;
  model: string;
  /** Capabilities of everybody in the pattern. */
  uses?: UsesSlot | undefined;
  /** A researcher and a writer when absent. */
  specialists?: Specialists;
  /** Pieces of work at most; 4 when absent. */
  maxIterations?: number;
}

/**
 * A controller looks at the work so far and says who goes on and with what, until it finds that nothing is missing;
 * then one answer is made of all the work. It is never done before somebody has worked. Work that fails is left out.
 */
export function routedSpecialists(options: RoutedSpecialistsOptions): SequencerDefinition<Goal, string> {
  const {
    name = "routed-specialists",
    model,
    uses,
    specialists = defaultSpecialists,
    maxIterations = 4,
  } = options;
  const cast = { name, model, uses };
  checkCount(name, "maxIterations", maxIterations);
  if (Object.keys(specialists).length === 0) {
    throw new ConstructionError(`"${name}" has no specialists; give it at least one.`, name);
  }
  const decide = enrich({
    name: `${name}-decide`,
    block: attempted(controller(cast, specialists)),
    ask: (file: CaseFile) => file,
    add: (file, said): CaseFile => {
      // Where nobody can say what comes next, what there is has to do; where there is nothing, somebody has to begin.
      const done = file.contributions.length > 0;
      const decision = said.ok ? said.output : { reasoning: "", done, specialist: null, instruction: "" };
      return { ...file, decision };
    },
  });
  const turn = sequencer({ name: `${name}-turn` })
    .step(decide)
    .stepIf((file) => !isDone(file), specialistTurn(cast, specialists));
  return sequencer({ name, inputSchema: goalSchema })
    .map(({ goal }): CaseFile => ({ goal, contributions: [], decision: null }))
    .doUntil((file) => isDone(file) || file.contributions.length >= maxIterations, turn, {
      maxIterations,
    })
    .throwIf(
      ({ contributions }) => contributions.every(({ work }) => !work.ok),
      ({ contributions }) => {
        return new NoTaskDoneError(
          name,
          contributions.flatMap(({ work }) => (work.ok ? [] : [work.error])),
        );
      },
    )
    .step(worker({ ...cast, name: `${name}-synthesizer`, user: answerText }));
}

function isDone({ decision, contributions }: CaseFile): boolean {
  return contributions.length > 0 && decision?.done === true;
}

/** The named specialist, or the one whose turn it is, adds a piece of work. */
function specialistTurn(cast: Cast, specialists: Specialists): BlockDefinition<CaseFile, CaseFile> {
  const names = Object.keys(specialists);
  const nextOf = ({ decision, contributions }: CaseFile) =>
    decision?.specialist ?? names[contributions.length % names.length]!;
  const blocks = names.map((each) => {
    const user = (file: CaseFile) => instructionText(file, specialists[each]!);
    return [each, worker<CaseFile>({ ...cast, name: `${cast.name}-${each}`, user })] as const;
  });
  const chosen = keyedRouter({
    name: `${cast.name}-specialist`,
    blocks: Object.fromEntries(blocks),
    select: nextOf,
  });
  return enrich({
    name: `${cast.name}-work`,
    block: attempted(chosen),
    ask: (file: CaseFile) => file,
    add: (file, work): CaseFile => {
      const contribution = { specialist: nextOf(file), instruction: file.decision?.instruction ?? "", work };
      return { ...file, contributions: [...file.contributions, contribution], decision: null };
    },
  });
}

function instructionText(file: CaseFile, role: string): string {
  const { goal, decision } = file;
  const parts = sections({
    "overall-goal": goal,
    "work-so-far": workTexts(file),
    "why-it-is-needed": decision?.reasoning,
    "your-task": decision?.instruction,
  });
  return `${parts}\n\nYou are the one who ${role}. Do your part of the overall goal, as you are asked.`;
}

/** What was done last stands out: it was done with all the rest in view. */
function answerText(file: CaseFile): string {
  const latest = file.contributions.findLastIndex(({ work }) => work.ok);
  const work = workTexts(file);
  const parts = sections({
    "overall-goal": file.goal,
    "earlier-work": work.filter((_, at) => at !== latest),
    "latest-output": work[latest],
  });
  return `${parts}\n\n${answerRequest}`;
}
