import { expect, test } from "vitest";
import { resamplesFor } from "./resamples-for.ts";

test.each([
  [1, 2000],
  [200, 2000],
  [500, 800],
  [1_000, 400],
  [1_000_000, 400],
])("an interval over %d tasks is drawn from %d samples", (tasks, samples) => {
  expect(resamplesFor(tasks)).toBe(samples);
});
