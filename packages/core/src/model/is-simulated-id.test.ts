import { expect, test } from "vitest";
import { isSimulatedId } from "./is-simulated-id.ts";

test.each([
  ["sim/careful", true],
  ["scripted:answers.json", true],
  ["openai/gpt-5", false],
  ["gateway/openai/sim", false],
  ["claude-opus-4-6", false],
  ["sim/", false],
  ["scripted:", false],
  ["", false],
])("%s: %s", (id, simulated) => {
  expect(isSimulatedId(id)).toBe(simulated);
});
