import { expect, test } from "vitest";
import { ConstructionError } from "../construction-error.ts";
import { handler } from "../handler.ts";
import { keyedRouter } from "../keyed-router.ts";
import { router } from "../router.ts";
import { runBlock } from "../run-block.ts";
import { sequencer } from "./sequencer.ts";

const echo = handler({ name: "echo", execute: (value: unknown) => value });
const yes = () => true;
/** What the types refuse, as plain JavaScript can write it. */
const chain = sequencer({ name: "s" }) as any;
const made = (make: any, config: object) => make({ name: "r", ...config });

test.each<[string, () => unknown]>([
  [
    'stepIf of "s" takes a condition, (value, ctx) => …, and was given a boolean.',
    () => chain.stepIf(true, echo),
  ],
  [
    'tapIf of "s" takes a condition, (value, ctx) => …, and was given a boolean.',
    () => chain.tapIf(true, yes),
  ],
  ['map of "s" takes a function, (value, ctx) => …, and was given a block.', () => chain.map(echo)],
  ['exitIf of "s" takes a condition, (value, ctx) => …, and was given undefined.', () => chain.exitIf()],
  [
    'doUntil of "s" takes a condition, (value, ctx) => …, and was given a block.',
    () => chain.doUntil(echo, yes),
  ],
  ['doWhile of "s" takes { maxIterations } at its end.', () => chain.doWhile(yes, echo, 5)],
  [
    'throwIf of "s" takes a condition, (value, ctx) => …, and was given a boolean.',
    () => chain.throwIf(true),
  ],
  ['throwIf of "s" takes a condition and an error: new Error("…"), or () =>', () => chain.throwIf(yes)],
  ['throwIf of "s" takes a condition and an error:', () => chain.throwIf(yes, "no")],
  ['throwIf of "s" takes a condition and an error:', () => chain.throwIf(yes, TypeError)],
  [
    'step of "s" takes a block, a connector and a block, or a factory',
    () => chain.step(yes, { execute: yes }),
  ],
  ['parallel of "s" takes blocks by name.', () => chain.parallel()],
  ['parallel of "s" takes a connector', () => chain.parallel({ a: { connector: 1, block: echo } })],
  ['stepAll of "s" takes a list of blocks: [a, b].', () => chain.stepAll(echo, echo)],
  ['stepAny of "s" takes a list of blocks: [a, b].', () => chain.stepAny([])],
  ['race of "s" takes a list of blocks: [a, b].', () => chain.race(echo)],
  ['Options of "s" have to be { maxConcurrency }.', () => chain.race([echo], 3)],
  ['forEach of "s" takes a block, or a function that makes one', () => chain.forEach([echo])],
  ['forEach of "s" takes a connector', () => chain.forEach(1, echo)],
  ['branch of "s" takes { name: [connector, condition, block] }.', () => chain.branch()],
  ['Branch "a" of "s" has to be', () => chain.branch({ a: [yes, true, echo] })],
  ['connectInput of "s" takes a connector', () => chain.connectInput()],
  ['connectOutput of "s" takes a connector', () => chain.connectOutput(1)],
  ['connectInput of "echo" takes a connector', () => (echo as any).connectInput()],
  ['when of a rescue of "s" takes a list of classes', () => chain.rescue([{ when: TypeError, block: echo }])],
  ['Router "r" takes routes: a list of blocks.', () => made(router, { routes: { echo }, execute: yes })],
  ['Router "r" takes execute, (input, ctx) => the route', () => made(router, { routes: [echo] })],
  ['Router "r" takes blocks: { key: block }', () => made(keyedRouter, { select: yes })],
  ['Router "r" takes blocks: { key: block }', () => made(keyedRouter, { blocks: { a: 1 }, select: yes })],
  ['Router "r" takes select, (input, ctx) => the key', () => made(keyedRouter, { blocks: { echo } })],
])("%s", (message, make) => {
  expect(make).toThrow(ConstructionError);
  expect(make).toThrow(message);
});

test("a throwIf whose function makes no error says so", async () => {
  const failed = await runBlock(
    chain.throwIf(yes, () => undefined),
    "x",
  );
  expect(failed).toMatchObject({
    ok: false,
    error: { message: 'throwIf of "s" made no error; its function has to return one: () => new Error("…").' },
  });
});
