import { EventEmitter } from "node:events";
import { type Outcome, passed } from "@flow-state-dev/records";
import type { SweepEvent } from "@flow-state-dev/sweep";
import { expect, test } from "vitest";
import { interruptibleCommand } from "./interruptible-command.ts";

const goOn = "Go on so.";
const cell = { subject: "x", task: "a", run: 0 };
const started: SweepEvent = { type: "started", cell, attempt: 1 };
const planned = (cells: number, kept: number): SweepEvent => {
  return { ...{ type: "planned", runId: "r", cells, kept }, continued: true, spentUsd: 0, warnings: [] };
};
const ended = (outcome: Outcome): SweepEvent => {
  const figures = { attempt: 1, costUsd: 0, workingMs: 1, suspect: false };
  return { type: "finished", by: "this-process", cell, outcome, ...figures };
};
const outage: Outcome = { kind: "infrastructure", error: { name: "Error", message: "down" } };

/** What is said at each of so many interrupts after these events; all events are passed on. */
function saidAfter(events: readonly SweepEvent[], times = 1): string[] {
  const source = new EventEmitter();
  const said: string[] = [];
  const told: SweepEvent[] = [];
  using interrupts = interruptibleCommand(source, {
    goOn,
    say: (text) => said.push(text),
    onEvent: (event) => told.push(event),
  });
  for (const event of events) interrupts.onEvent(event);
  expect(told).toEqual(events);
  for (let time = 0; time < times; time++) source.emit("SIGINT");
  expect([interrupts.drain.aborted, interrupts.signal.aborted]).toEqual([true, times > 1]);
  return said;
}

test("before anything is planned it says that nothing had started", () => {
  expect(saidAfter([])).toEqual([`Stopping: nothing had started. ${goOn}`]);
});

test("afterwards it counts, and tells how to go on with what is left", () => {
  const [said] = saidAfter([planned(4, 1), started]);
  expect(said).toContain("1 of 4 done");
  expect(said).toContain(goOn);
});

test("with the last cells running it does not, until they are cut off", () => {
  const [first, second] = saidAfter([planned(2, 1), started], 2);
  expect(first).toContain("1 of 2 done");
  expect(first).toContain("No other is left: once ended, the run is complete.");
  expect(first).not.toContain(goOn);
  expect(second).toContain(goOn);
});

test("with all cells ended nothing is left to do", () => {
  for (const said of saidAfter([planned(1, 0), started, ended(passed(1))], 2)) {
    expect(said).toContain("All have ended: nothing is left to do.");
    expect(said).not.toContain(goOn);
  }
});

test("cells without a score, and cells on other machines, are something to go on with", () => {
  const elsewhere = { type: "elsewhere", running: 1, spentUsd: 0, unknownCalls: 0, heldUp: [] } as SweepEvent;
  expect(saidAfter([planned(1, 0), started, ended(outage)])[0]).toContain(goOn);
  expect(saidAfter([planned(1, 0), elsewhere])[0]).toContain(goOn);
});
