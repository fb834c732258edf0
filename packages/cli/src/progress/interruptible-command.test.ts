import { EventEmitter } from "node:events";
import { type Outcome, passed } from "@flow-state-dev/records";
import type { SweepEvent } from "@flow-state-dev/sweep";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
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

test("cells without a score are something to go on with", () => {
  expect(saidAfter([planned(1, 0), started, ended(outage)])[0]).toContain(goOn);
});

describe("cells that run on other machines", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const elsewhere = { type: "elsewhere", running: 1, spentUsd: 0, unknownCalls: 0, heldUp: [] } as SweepEvent;

  function watching(...events: SweepEvent[]) {
    const source = new EventEmitter();
    const said: string[] = [];
    const leave = vi.fn();
    const interrupts = interruptibleCommand(source, { goOn, say: (text) => said.push(text), leave });
    for (const event of events) interrupts.onEvent(event);
    return { said, leave, interrupts, interrupt: () => source.emit("SIGINT") };
  }

  test("are not waited for: it ends in order, or after some seconds in any case", () => {
    const { said, leave, interrupts, interrupt } = watching(planned(4, 1), elsewhere);
    interrupt();
    expect(said).toEqual([`Stopping. 1 of 4 done, $0.00. ${goOn}`]);
    expect(interrupts.drain.aborted).toBe(true);
    vi.advanceTimersByTime(4_900);
    expect(leave).not.toHaveBeenCalled();
    vi.advanceTimersByTime(200);
    expect(leave).toHaveBeenCalledOnce();
    expect(said[1]).toContain("It did not come to its end within 5 s");
  });

  test("do not keep a second interrupt from ending it at once", () => {
    const { said, leave, interrupt } = watching(planned(4, 1), elsewhere);
    interrupt();
    interrupt();
    expect(leave).toHaveBeenCalledOnce();
    expect(said[1]).toBe(`Ending at once. ${goOn}`);
  });

  test.each([
    [
      "the results are read",
      (interrupts: Disposable & { onEvent(event: SweepEvent): void }) =>
        interrupts.onEvent({ type: "done", result: {} } as SweepEvent),
    ],
    ["the command is done", (interrupts: Disposable) => interrupts[Symbol.dispose]()],
  ])("let it take its time when %s", (_, then) => {
    const { leave, interrupts, interrupt } = watching(planned(4, 1), elsewhere);
    interrupt();
    then(interrupts);
    vi.advanceTimersByTime(60_000);
    expect(leave).not.toHaveBeenCalled();
  });

  test("have not begun while it plans: calls under way are cut off first, so that they get into the books", () => {
    const { said, leave, interrupts, interrupt } = watching();
    interrupt();
    expect(said).toEqual(["Stopping: this command has given nothing out yet."]);
    vi.advanceTimersByTime(29_000);
    interrupt();
    expect(interrupts.signal.aborted).toBe(true);
    expect(leave).not.toHaveBeenCalled();
    vi.advanceTimersByTime(5_000);
    expect(leave).toHaveBeenCalledOnce();
  });
});
