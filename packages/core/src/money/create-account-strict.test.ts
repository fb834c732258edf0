import { describe, expect, test } from "vitest";
import { facts, open, spend, stateOf } from "../../test/support/spending.ts";
import { BudgetExceededError } from "./budget-exceeded-error.ts";
import { createAccount } from "./create-account.ts";

describe("strict mode", () => {
  const strict = (limitUsd: number) => createAccount({ name: "run", limitUsd, strict: true });

  test("holds the worst case back at every level until the call is booked", async () => {
    const run = strict(1);
    const cell = run.child({ name: "cell" });
    const call = await open(cell, 0.75);
    expect([run.reservedUsd, cell.reservedUsd, cell.strict]).toEqual([0.75, 0.75, true]);
    call.settle(facts(0.5));
    expect([run.reservedUsd, cell.reservedUsd, run.spentUsd]).toEqual([0, 0, 0.5]);
  });

  test("a call that fits exactly opens", async () => {
    expect(await stateOf(open(strict(0.3), 0.1 + 0.2))).toBe("open");
  });

  test("a call that can never fit is refused at once, calls under way or not", async () => {
    const run = strict(1);
    await spend(run, 0.5);
    const message =
      "run has spent $0.50 of $1.00, and this call may cost $0.60, which a strict budget holds back first. Raise the limit, or allow shorter answers only";
    await expect(open(run, 0.6)).rejects.toThrow(message);
    await open(run, 0.1);
    await expect(open(run, 0.6)).rejects.toThrow(message);
  });

  test("a call that will fit waits, and goes when there is room", async () => {
    const run = strict(1);
    const first = await open(run, 0.8);
    const second = open(run.child({ name: "cell" }), 0.5);
    expect(await stateOf(second)).toBe("waiting");
    first.settle(facts(0.5));
    expect(await stateOf(second)).toBe("open");
    expect(run.reservedUsd).toBe(0.5);
  });

  test("a waiting call is refused as soon as it can never fit", async () => {
    const run = strict(1);
    const [first, second] = [await open(run, 0.4), await open(run, 0.4)];
    const waiting = open(run, 0.7);
    expect(await stateOf(waiting)).toBe("waiting");
    first.settle(facts(0.35));
    expect(await stateOf(waiting)).toBe("refused");
    second.settle(facts(0.4));
  });

  test("one that is refused while its cell is busy no longer stands before those behind it", async () => {
    const run = strict(1);
    const cell = run.child({ name: "cell", limitUsd: 1 });
    await open(cell, 0.1);
    const other = await open(run, 0.1);
    const [dear, cheap] = [open(cell, 1), open(cell, 0.2)];
    expect(await Promise.all([dear, cheap].map(stateOf))).toEqual(["waiting", "waiting"]);
    other.settle(facts(0.1));
    await expect(dear).rejects.toThrow(BudgetExceededError);
    expect(await stateOf(cheap)).toBe("open");
  });

  test("a dear call is not starved by cheap ones that come later", async () => {
    const run = strict(1);
    const first = await open(run, 0.6);
    const dear = open(run, 0.8);
    const cheap = open(run, 0.1);
    expect([await stateOf(dear), await stateOf(cheap)]).toEqual(["waiting", "waiting"]);
    first.settle(facts(0));
    expect([await stateOf(dear), await stateOf(cheap)]).toEqual(["open", "open"]);
  });

  test("a call that waits for its cell does not hold up other cells", async () => {
    const run = strict(10);
    const [cell, other] = [
      run.child({ name: "cell", limitUsd: 1 }),
      run.child({ name: "other", limitUsd: 1 }),
    ];
    await open(cell, 1);
    expect(await stateOf(open(cell, 1))).toBe("waiting");
    expect(await stateOf(open(other, 1))).toBe("open");
  });

  test("a signal ends the wait with its reason, and those behind move up", async () => {
    const run = strict(1);
    await open(run, 0.6);
    const controller = new AbortController();
    const dear = open(run, 0.8, controller.signal);
    const cheap = open(run, 0.4);
    expect(await stateOf(cheap)).toBe("waiting");
    controller.abort(new Error("enough"));
    await expect(dear).rejects.toThrow("enough");
    expect(await stateOf(cheap)).toBe("open");
    await expect(open(run, 0.8, controller.signal)).rejects.toThrow("enough");
    expect(run.reservedUsd).toBe(1);
  });

  test("the books tell the truth when a call costs more than was held back", async () => {
    const run = strict(1);
    const [first, second] = [await open(run, 0.5), await open(run, 0.5)];
    first.settle(facts(3));
    expect([run.spentUsd, run.reservedUsd]).toEqual([3, 0.5]);
    expect(second.signal.reason).toBeInstanceOf(BudgetExceededError);
    second.settle(facts(0.25));
    expect([run.spentUsd, run.reservedUsd, run.leftUsd]).toEqual([3.25, 0, 0]);
  });

  test.each([Number.NaN, -1])("a worst case of %d is an error", async (usd) => {
    await expect(open(strict(1), usd)).rejects.toMatchObject({ code: "invalid-amount" });
  });
});

describe("a call that is free", () => {
  test.each([true, false])("opens on a spent account, strict: %s", async (strict) => {
    const run = createAccount({ name: "run", limitUsd: 0, strict });
    const call = await open(run.child({ name: "cell" }), 0);
    expect(call.signal.aborted).toBe(false);
    call.settle(facts(0));
    await expect(open(run, 0.1)).rejects.toMatchObject({ code: "budget-exceeded" });
    await expect(open(run, null)).rejects.toMatchObject({ code: "unpriced-model" });
  });

  test("does not wait in line", async () => {
    const run = createAccount({ name: "run", limitUsd: 1, strict: true });
    await open(run, 1);
    const waiting = open(run, 0.5);
    expect(await stateOf(open(run, 0))).toBe("open");
    expect(await stateOf(waiting)).toBe("waiting");
  });
});
