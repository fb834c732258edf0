import type { Outcome } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { createAdaptiveLimit } from "./adaptive-limit.ts";
import type { Provider } from "./slots.ts";
import { teachProviders, teachSuccess } from "./teach-providers.ts";

const passed: Outcome = { kind: "passed", score: 1 };
const broken: Outcome = { kind: "infrastructure", error: { name: "Error", message: "no" } };

function setUp(running = 4) {
  const limit = createAdaptiveLimit({ start: 4, max: 8 });
  const provider: Provider = { name: "acme", limit, gate: undefined, isOpen: true, running, waiting: 0 };
  const told: (number | undefined)[] = [];
  const state = { served: 0 };
  const slots = {
    serve() {
      state.served += 1;
    },
  };
  const attempt = { group: { providers: [provider] }, cuts: [0], throttled: false, called: false };
  const teach = (facts: Partial<typeof attempt>, verdict: { throttled: boolean; outcome: Outcome }) =>
    teachProviders({ ...attempt, ...facts }, verdict, slots, (_, status) => void told.push(status));
  return { provider, limit, slots, state, told, teach };
}

test("a limit that is in use rises by what goes well, and others start", () => {
  const { provider, limit, slots, state } = setUp();
  teachSuccess(provider, slots);
  expect([limit.value, state.served]).toEqual([5, 1]);
});

test("one that is not in use stays, and nobody is looked for", () => {
  const { provider, limit, slots, state } = setUp(3);
  teachSuccess(provider, slots);
  expect([limit.value, state.served]).toEqual([4, 0]);
});

test("a cell without calls of its own teaches as a whole", () => {
  const { limit, told, teach } = setUp();
  teach({}, { throttled: false, outcome: passed });
  expect(limit.value).toBe(5);
  teach({}, { throttled: true, outcome: broken });
  expect([limit.value, told]).toEqual([3, [undefined]]);
});

test("what its calls have taught is not taught again", () => {
  const { limit, told, teach } = setUp();
  teach({ called: true }, { throttled: false, outcome: passed });
  teach({ called: true, throttled: true }, { throttled: true, outcome: broken });
  expect([limit.value, told]).toEqual([4, []]);
});

test("a cell that came to no score teaches nothing", () => {
  const { limit, teach } = setUp();
  teach({}, { throttled: false, outcome: broken });
  expect(limit.value).toBe(4);
});

test("a cell that started before a cut does not cut again", () => {
  const { limit, told, teach } = setUp();
  teach({}, { throttled: true, outcome: broken });
  teach({}, { throttled: true, outcome: broken });
  expect([limit.value, told.length]).toEqual([2, 1]);
});

test("each provider of a cell goes by its own cuts", () => {
  const { provider, slots } = setUp();
  const other = setUp().provider;
  for (const cut of [0, 1]) other.limit.throttled(cut);
  const group = { providers: [provider, other] };
  const attempt = { group, cuts: [0, 2], throttled: false, called: false };
  const told: string[] = [];
  teachProviders(attempt, { throttled: true, outcome: broken }, slots, ({ name }) => void told.push(name));
  expect([provider.limit.cuts, other.limit.cuts]).toEqual([1, 3]);
});
