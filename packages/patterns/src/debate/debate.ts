import { ConstructionError, type SequencerDefinition, sequencer, type UsesSlot } from "@flow-state-dev/core";
import { z } from "zod";
import { attempted } from "../shared/attempted.ts";
import { checkCount } from "../shared/check-count.ts";
import { proposer, usablePositions } from "./positions.ts";
import { debater, judge, type Read, synthesizer } from "./speakers.ts";
import { blindTranscript, type Turn } from "./transcript.ts";

/** What a debate is made of. */
export interface DebateOptions {
  /** Also the start of the names of its blocks; `debate` when absent. */
  name?: string;
  model: string;
  uses?: UsesSlot | undefined;
  /** Positions that are argued, 2 to 4; 2 when absent. */
  sides?: number;
  /** How often each position is argued; 2 when absent. */
  rounds?: number;
}

const debaterNames = ["pro", "con", "third", "fourth"] as const;

/**
 * One call finds competing positions on this very question, which for a question with one answer are candidate
 * answers; debaters argue them in turns; a judge, who cannot know who spoke first, says which held; the synthesizer
 * answers the question from question, debate and judgement. A judgement that cannot be used is left out, and so is a
 * turn that the model declined; when it declined all turns, the first refusal is the error.
 */
export function debate({
  name = "debate",
  model,
  uses,
  sides = 2,
  rounds = 2,
}: DebateOptions): SequencerDefinition<{ question: string }, string> {
  checkCount(name, "rounds", rounds);
  checkCount(name, "sides", sides, 2);
  if (sides > debaterNames.length) {
    const most = debaterNames.length;
    throw new ConstructionError(`sides of "${name}" is ${sides}; a debate has at most ${most}.`, name);
  }
  const shared = { name, model, uses };
  const round = debaterNames.slice(0, sides).reduce(
    (chain: SequencerDefinition, who, side) =>
      chain
        .step(
          (_, ctx) => ({ ...(ctx.sequencer.state as State), side, rounds }),
          attempted(debater(shared, who)),
        )
        .tap((said, ctx) => {
          if (!said.ok) return ctx.sequencer.pushState({ declined: said.error });
          const turn: Turn = { round: ctx.sequencer.state.round, side, text: said.output };
          return ctx.sequencer.pushState({ turns: turn });
        }),
    sequencer({ name: `${name}-round` }).tap((_, ctx) => ctx.sequencer.incState({ round: 1 })),
  );
  return sequencer({ name, inputSchema: z.object({ question: z.string() }), stateSchema: State })
    .tap(({ question }, ctx) => ctx.sequencer.patchState({ question }))
    .step(proposer(shared, sides))
    .tap((proposed, ctx) => ctx.sequencer.patchState({ positions: usablePositions(proposed, sides) }))
    .map((): unknown => undefined)
    .doUntil((_, ctx) => ctx.sequencer.state.round >= rounds, round)
    .throwIf(
      (_, ctx) => ctx.sequencer.state.turns.length === 0,
      (_, ctx) => ctx.sequencer.state.declined[0]!,
    )
    .step((_, ctx) => read(ctx.sequencer.state), judge(shared, sides))
    .step((judgement, ctx) => ({ ...read(ctx.sequencer.state), judgement }), synthesizer(shared));
}

const State = z.object({
  question: z.string().default(""),
  positions: z.array(z.string()).default([]),
  round: z.int().default(0),
  turns: z.array(z.object({ round: z.int(), side: z.int(), text: z.string() })).default([]),
  declined: z.array(z.instanceof(Error)).default([]),
});
type State = z.infer<typeof State>;

function read({ question, positions, turns }: State): Read {
  return { question, ...blindTranscript(question, positions, turns) };
}
