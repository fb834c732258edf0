import { RecordsError } from "@flow-state-dev/records/store";
import { expect, test } from "vitest";
import { reading } from "./open-runs.ts";

test("what went wrong first is told, also when tidying up after it fails too", async () => {
  const said: string[] = [];
  const context: Parameters<typeof reading>[0] = {
    process: { stderr: { write: (text) => said.push(text) } },
  };
  await reading(context, async () => {
    await using _store = {
      async [Symbol.asyncDispose]() {
        throw new Error("It cannot be closed.");
      },
    };
    throw new RecordsError("no-runs", "There is no such run.");
  });
  expect([context.exitCode, said.join("")]).toEqual([2, expect.stringContaining("There is no such run.")]);
});
