import { ConstructionError, type SequencerDefinition, sequencer, type UsesSlot } from "@flow-state-dev/core";
import { z } from "zod";
import { attempted } from "../shared/attempted.ts";
import { checkCount } from "../shared/check-count.ts";
import { type Goal, goalSchema } from "../shared/goal.ts";
import { numbered } from "../shared/numbered.ts";
import { sections } from "../shared/sections.ts";
import { worker } from "../shared/worker.ts";
import { defaultRoster, type Seat } from "./roster.ts";

/** What a round-robin is made of. */
export interface RoundRobinOptions {
  /** Also the start of the names of its blocks; `round-robin` when absent. */
  name?: string;
  model: string;
  uses?: UsesSlot | undefined;
  /** Who speaks, in this order; a solver, a checker and an improver when absent. */
  roster?: readonly Seat[];
  /** How often each speaks; 2 when absent. */
  rounds?: number;
}

/**
 * Everybody speaks once a round, in order, and sees the goal, the round and all that was said; then the synthesizer
 * answers the goal from the goal and everything that was said. A turn that the model declined is left out; when it
 * declined all, the first refusal is the error.
 */
export function roundRobin({
  name = "round-robin",
  model,
  uses,
  roster = defaultRoster,
  rounds = 2,
}: RoundRobinOptions): SequencerDefinition<Goal, string> {
  checkCount(name, "rounds", rounds);
  checkRoster(name, roster);
  const speaker = ({ name: who, title, role }: Seat) =>
    worker<State>({
      name: `${name}-roster-${who}`,
      model,
      uses,
      user: ({ goal, round, turns }) => {
        const said = turns.map((turn) => `Round ${turn.round}, ${turn.title}:\n${turn.text}`);
        const told = sections({ goal, round: `${round} of ${rounds}`, ...numbered("turn", said), role });
        return `${told}\n\nYou are the ${title} of ${roster.length} who work on the goal in turns. Contribute what your role asks for.`;
      },
    });
  const round = roster.reduce(
    (chain: SequencerDefinition, seat) =>
      chain
        .step((_, ctx) => ctx.sequencer.state as State, attempted(speaker(seat)))
        .tap((said, ctx) => {
          if (!said.ok) return ctx.sequencer.pushState({ declined: said.error });
          const turn: Turn = { round: ctx.sequencer.state.round, title: seat.title, text: said.output };
          return ctx.sequencer.pushState({ turns: turn });
        }),
    sequencer({ name: `${name}-round` }).tap((_, ctx) => ctx.sequencer.incState({ round: 1 })),
  );
  const synthesizer = worker<State>({
    name: `${name}-synthesizer`,
    model,
    uses,
    user: ({ goal, turns }) => {
      const said = turns.map(({ text }) => text);
      return `${sections({ goal, ...numbered("contribution", said) })}\n\nWrite the complete answer to the goal: take what is right from the contributions, where they contradict each other decide what is right, and leave out what was shown to be wrong. The reader knows only the goal: give the answer alone, and do not speak of contributions or other authors.`;
    },
  });
  return sequencer({ name, inputSchema: goalSchema, stateSchema: State })
    .tap(({ goal }, ctx) => ctx.sequencer.patchState({ goal }))
    .doUntil((_, ctx) => ctx.sequencer.state.round >= rounds, round)
    .throwIf(
      (_, ctx) => ctx.sequencer.state.turns.length === 0,
      (_, ctx) => ctx.sequencer.state.declined[0]!,
    )
    .step((_, ctx) => ctx.sequencer.state, synthesizer);
}

const Turn = z.object({ round: z.int(), title: z.string(), text: z.string() });
type Turn = z.infer<typeof Turn>;

const State = z.object({
  goal: z.string().default(""),
  round: z.int().default(0),
  turns: z.array(Turn).default([]),
  declined: z.array(z.instanceof(Error)).default([]),
});
type State = z.infer<typeof State>;

function checkRoster(name: string, roster: readonly Seat[]): void {
  if (!Array.isArray(roster) || !roster.every(isSeat)) {
    throw new ConstructionError(
      `The roster of "${name}" has to be a list of { name, title, role }, each a text.`,
      name,
    );
  }
  if (roster.length === 0) {
    throw new ConstructionError(`The roster of "${name}" is empty; give it at least one seat.`, name);
  }
  const names = roster.map((seat) => seat.name);
  const twice = names.find((each, at) => names.indexOf(each) !== at);
  if (twice === undefined) return;
  throw new ConstructionError(
    `The roster of "${name}" has the name "${twice}" twice; give each seat its own.`,
    name,
  );
}

function isSeat(seat: unknown): boolean {
  const { name, title, role } = Object(seat) as Partial<Record<keyof Seat, unknown>>;
  return [name, title, role].every((text) => typeof text === "string");
}
