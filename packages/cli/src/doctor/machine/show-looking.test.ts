import { expect, test } from "vitest";
import { examineAll } from "./examine-machine.ts";
import { showLooking } from "./show-looking.ts";

function terminal(isTTY: boolean) {
  const written: string[] = [];
  return { written, isTTY, columns: 80, write: (text: string) => written.push(text) };
}

test("a terminal is told at once what is looked at, and in the end the line is gone", () => {
  const it = terminal(true);
  using shown = showLooking(it);
  shown.onLooking(["sandboxes", "agents"]);
  expect(it.written.at(-1)).toMatch(/^ {2}\S looking at sandboxes, agents\n$/);
  shown.onLooking(["agents"]);
  expect(it.written.at(-1)).toMatch(/\S looking at agents\n$/);
  shown[Symbol.dispose]();
  expect(it.written.at(-1)).toBe("\u001b[1F\u001b[0J");
});

test("elsewhere nothing is told", () => {
  const it = terminal(false);
  using shown = showLooking(it);
  shown.onLooking(["agents"]);
  expect(it.written).toEqual([]);
});

test("what is found out is no longer looked at, and results stay in their order", async () => {
  const told: string[] = [];
  const slow = Promise.withResolvers<void>();
  const check = (name: string) => [
    { group: "machine" as const, name, state: "fine" as const, found: "", advice: null },
  ];
  const found = examineAll(
    {
      agents: () => slow.promise.then(() => check("late")),
      models: async () => check("early"),
    },
    (groups) => {
      told.push(groups.join(" "));
      if (groups.length === 1) slow.resolve();
    },
  );
  expect((await found).map(({ name }) => name)).toEqual(["late", "early"]);
  expect(told).toEqual(["agents models", "agents", ""]);
});
