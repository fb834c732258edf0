import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { interruptibleCommand } from "./interruptible-command.ts";

function interrupted({ planned }: { planned: boolean }): string[] {
  const source = new EventEmitter();
  const said: string[] = [];
  const told: string[] = [];
  using interrupts = interruptibleCommand(source, {
    goOn: "Go on so.",
    say: (text) => said.push(text),
    onEvent: ({ type }) => told.push(type),
  });
  if (planned) {
    interrupts.onEvent({
      type: "planned",
      runId: "r",
      cells: 4,
      kept: 1,
      continued: true,
      spentUsd: 0,
      warnings: [],
    });
    expect(told).toEqual(["planned"]);
  }
  source.emit("SIGINT");
  expect(interrupts.drain.aborted).toBe(true);
  return said;
}

test("before anything is planned it says that nothing had started", () => {
  expect(interrupted({ planned: false })).toEqual(["Stopping: nothing had started. Go on so."]);
});

test("afterwards it counts", () => {
  expect(interrupted({ planned: true })).toEqual([expect.stringContaining("1 of 4 done")]);
});
