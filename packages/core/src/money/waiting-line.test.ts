import { expect, test, vi } from "vitest";
import { type Purse, WaitingLine } from "./waiting-line.ts";

const purse = (name: string, limit: number | undefined, parent?: Purse): Purse => ({
  name,
  limit,
  parent,
  spent: 0,
  reserved: 0,
  blockedIn: -1,
});

/** A line whose calls take their worst case out of the purses, and give it back on `end`. */
function line() {
  const holders: Purse[] = [];
  const alarms: (() => void)[] = [];
  const waiting = new WaitingLine(
    () => holders,
    (_, callback) => {
      alarms.push(callback);
      return () => void alarms.splice(alarms.indexOf(callback), 1);
    },
  );
  const went: string[] = [];
  const move = (from: Purse, worst: number) => {
    for (let at: Purse | undefined = from; at; at = at.parent) at.reserved += worst;
    if (worst > 0) holders.push(from);
    else holders.splice(holders.indexOf(from), 1);
  };
  return {
    went,
    alarms,
    /** A long time has passed. */
    later: () => alarms.splice(0).forEach((alarm) => void alarm()),
    ask: (name: string, from: Purse, worst: number, signal?: AbortSignal) =>
      waiting.wait(from, worst, signal, () => {
        move(from, worst);
        went.push(name);
      }),
    end: (from: Purse, worst: number) => {
      move(from, -worst);
      waiting.serve();
    },
  };
}

test("calls go in the order they came", () => {
  const run = purse("run", 10);
  const { ask, end, went } = line();
  for (const name of ["a", "b", "c", "d"]) void ask(name, run, 6);
  expect(went).toEqual(["a"]);
  for (let i = 0; i < 3; i += 1) end(run, 6);
  expect(went).toEqual(["a", "b", "c", "d"]);
});

test("a dear call in a tight cell gets its turn though other cells never stop asking", () => {
  const run = purse("run", 12);
  const [cell, other] = [purse("cell", 8, run), purse("other", undefined, run)];
  const { ask, end, went } = line();
  void ask("first", cell, 4);
  void ask("dear", cell, 8);
  // It waits for its cell alone, so the others may fill the run.
  void ask("other 1", other, 5);
  expect(went).toEqual(["first", "other 1"]);
  // Now its cell is free and it waits for the run: nobody passes it any more.
  end(cell, 4);
  for (let i = 2; i < 5; i += 1) void ask(`other ${i}`, other, 2);
  expect(went).toEqual(["first", "other 1"]);
  end(other, 5);
  expect(went).toEqual(["first", "other 1", "dear", "other 2", "other 3"]);
});

test("money that is short finishes what has begun: the branch that asked first comes first", () => {
  const run = purse("run", 12);
  const cells = ["a", "b", "c"].map((name) => purse(name, undefined, run));
  const { ask, end, went } = line();
  for (const cell of cells) void ask(`${cell.name} begins`, cell, 5);
  expect(went).toEqual(["a begins", "b begins"]);
  // The judge's account of a cell is its own branch's.
  const judge = purse("judge", undefined, cells[0]!);
  void ask("b goes on", cells[1]!, 5);
  void ask("a is judged", judge, 5);
  void ask("a is judged again", judge, 5);
  end(cells[1]!, 5);
  end(cells[0]!, 5);
  expect(went.slice(2)).toEqual(["a is judged", "a is judged again"]);
  end(judge, 5);
  end(judge, 5);
  expect(went.slice(4)).toEqual(["b goes on", "c begins"]);
});

test("a signal that has fired keeps a call out of the line", async () => {
  const { ask, went } = line();
  await expect(ask("late", purse("run", 10), 1, AbortSignal.abort("enough"))).rejects.toBe("enough");
  expect(went).toEqual([]);
});

test("a call that has gone or was refused no longer listens to its signal", async () => {
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, "addEventListener");
  const removed = vi.spyOn(signal, "removeEventListener");
  const { ask } = line();
  await ask("gone", purse("run", 10), 1, signal);
  await expect(ask("refused", purse("run", 10), 11, signal)).rejects.toMatchObject({
    code: "budget-exceeded",
  });
  const listeners = (spy: typeof added | typeof removed) => spy.mock.calls.map(([, listener]) => listener);
  expect(listeners(added)).toHaveLength(2);
  expect(listeners(removed)).toEqual(listeners(added));
});

test("calls that wait for what their own holder keeps open are told so, one after a long time without news", async () => {
  const run = purse("run", 10);
  const [a, b] = [purse("a", undefined, run), purse("b", undefined, run)];
  const { ask, end, went, later, alarms } = line();
  await ask("a1", a, 6);
  await ask("b1", b, 3);
  const told: string[] = [];
  const second = ask("a2", a, 3).catch(({ account }) => void told.push(`a: ${account}`));
  later();
  // Somebody who waits for nothing will book something.
  expect(alarms.length).toBe(1);
  void ask("b2", b, 3).catch(({ account }) => void told.push(`b: ${account}`));
  later();
  await second;
  expect(told).toEqual(["a: run"]);
  end(a, 6);
  await Promise.resolve();
  expect(went).toEqual(["a1", "b1", "b2"]);
  expect(alarms).toEqual([]);
});

test("as long as something is booked nobody is told", async () => {
  const run = purse("run", 10);
  const { ask, end, went, later, alarms } = line();
  await ask("first", run, 3);
  await ask("second", run, 6);
  const third = ask("third", run, 6);
  end(run, 3);
  later();
  expect(alarms.length).toBe(1);
  end(run, 6);
  await third;
  expect(went).toEqual(["first", "second", "third"]);
});

test("accounts below one of the run are taken as one that holds and waits", async () => {
  const run = purse("run", 10);
  const cell = purse("cell", undefined, run);
  const { ask, later } = line();
  await ask("subject", purse("subject", undefined, cell), 6);
  const second = ask("judge", purse("judge", undefined, cell), 6);
  later();
  await expect(second).rejects.toMatchObject({ code: "budget-exceeded", account: "run" });
});

test("whoever stood behind a call that was told so gets its turn at once", async () => {
  const run = purse("run", 10);
  const [a, b] = [purse("a", undefined, run), purse("b", undefined, run)];
  const { ask, went, later } = line();
  await ask("a1", a, 6);
  const second = ask("a2", a, 5);
  void ask("b1", b, 3);
  expect(went).toEqual(["a1"]);
  later();
  await expect(second).rejects.toMatchObject({ code: "budget-exceeded" });
  expect(went).toEqual(["a1", "b1"]);
});

test("it is told of the account that has no room for it, not of a wider one that has", async () => {
  const run = purse("run", 100);
  const cell = purse("cell", 10, run);
  const { ask, later } = line();
  await ask("subject", purse("subject", 9, cell), 6);
  const second = ask("judge", purse("judge", 9, cell), 6);
  later();
  await expect(second).rejects.toMatchObject({ code: "budget-exceeded", account: "cell" });
});
