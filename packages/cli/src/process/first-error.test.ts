import { StoreFullError } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { benchErrorText } from "../bench/error-text.ts";
import { exitCodeOfError } from "../bench/exit-code.ts";
import { exitCodeOf } from "../compare/exit-code.ts";
import { firstError } from "./first-error.ts";

/** A store on a full disk: writing fails, and so does closing it, which writes what is left. */
async function failTwice(): Promise<unknown> {
  const full = new StoreFullError("x.db", new Error("cause"));
  try {
    await using store = {
      [Symbol.asyncDispose]: () => Promise.reject(new StoreFullError("x.db", new Error("later"))),
    };
    if (store) throw full;
  } catch (error) {
    return error;
  }
  return null;
}

test("of two errors, one of them while tidying up, the first is told", async () => {
  const thrown = await failTwice();
  expect(thrown).toBeInstanceOf(SuppressedError);
  expect(firstError(thrown)).toMatchObject({ code: "store-full", cause: { message: "cause" } });
  expect(firstError(new SuppressedError(new Error("c"), thrown))).toMatchObject({ code: "store-full" });
  const plain = new Error("plain");
  expect(firstError(plain)).toBe(plain);
});

test("its exit code and its sentence are those of the commands", async () => {
  const thrown = await failTwice();
  expect([exitCodeOf(thrown), exitCodeOfError(thrown)]).toEqual([2, 2]);
  expect(benchErrorText(thrown as Error, "suite.json")).toContain("no room left");
});
