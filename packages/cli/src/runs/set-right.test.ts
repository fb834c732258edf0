import { expect, test } from "vitest";
import { setRightLines } from "./set-right.ts";

const goOn = "x bench suite.json -m ollama/nope --resume";
const unknown = "2 cells in a row failed for the setup (unknown-model), as told above.";

const typed = (...words: string[]) => ({ argv: ["node", "x", ...words], env: {} });

test("a model that is not there is not proposed again as it was typed", () => {
  for (const words of [
    ["bench", "suite.json", "-m", "ollama/nope"],
    ["bench", "--model=ollama/nope", "suite.json"],
  ])
    expect(setRightLines(unknown, goOn, typed(...words))).toEqual([
      "Begin anew with a model that is there: x bench suite.json --model <id>",
      `Or get this one, then go on: ${goOn}`,
    ]);
});

test("anything else is set right where it is", () => {
  const line = [`Set it right, then go on: ${goOn}`];
  expect(setRightLines(unknown, goOn, typed("bench", "suite.json"))).toEqual(line);
  expect(setRightLines("(missing-key)", goOn, typed("bench", "suite.json", "-m", "a/b"))).toEqual(line);
});
