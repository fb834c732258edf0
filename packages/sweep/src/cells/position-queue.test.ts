import { expect, test } from "vitest";
import { planOfSize } from "../../test/support/sweeping.ts";
import type { ProviderGroup } from "../limits/slots.ts";
import { planCells } from "../plan/plan-cells.ts";
import { PositionQueue } from "./position-queue.ts";

const groups: Record<string, ProviderGroup> = { busy: { providers: [] }, free: { providers: [] } };
const plan = planCells({
  subjects: [
    { name: "a", provider: "busy" },
    { name: "b", provider: "free" },
  ],
  tasks: Array.from({ length: 400 }, (_, i) => ({ id: `t${i}`, hash: "h" })),
  runs: 1,
});
const queueOf = (wants = (_: number) => true) =>
  new PositionQueue(plan, wants, (cell) => groups[String(cell.provider)]!);

test("cells of a busy provider are passed over, up to a bound, and come in their order when it has room", () => {
  const queue = queueOf();
  const free: number[] = [];
  for (;;) {
    const next = queue.take((group) => group === groups.free);
    if (!next) break;
    free.push(next.position);
  }
  // The 256th cell of the busy provider ends the search.
  expect(free).toHaveLength(255);
  expect(free.every((position, index) => position === 2 * index + 1)).toBe(true);
  const rest: number[] = [];
  while (!queue.empty) rest.push(queue.take(() => true)!.position);
  expect(rest).toEqual([...rest].sort((a, b) => a - b));
  expect(rest).toHaveLength(800 - 255);
});

test("only what is wanted has its turn", () => {
  const queue = queueOf((position) => position === 5 || position === 799);
  expect([queue.take(() => true)?.position, queue.take(() => true)?.position]).toEqual([5, 799]);
  expect([queue.empty, queue.take(() => true)]).toEqual([true, undefined]);
  expect(queueOf(() => false).empty).toBe(true);
});

test("an empty plan is empty", () => {
  expect(
    new PositionQueue(
      planOfSize(0, 0),
      () => true,
      () => groups.free!,
    ).empty,
  ).toBe(true);
});
