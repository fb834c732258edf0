import { existsSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { expect, test } from "vitest";
import { signOfLife } from "./sign-of-life.ts";

test("who reads it comes to its end when it is let go, and not before; then it is gone", async () => {
  const life = (await signOfLife())!;
  expect(statSync(life.path).isFIFO()).toBe(true);
  // There is a writer, so that opening it does not wait.
  await using reader = await open(life.path, "r");
  let ended = false;
  const reading = reader.read().then(({ bytesRead }) => {
    ended = true;
    return bytesRead;
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(ended).toBe(false);
  await life[Symbol.asyncDispose]();
  expect(await reading).toBe(0);
  expect(existsSync(life.path)).toBe(false);
});
