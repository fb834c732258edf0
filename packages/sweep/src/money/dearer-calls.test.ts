import { expect, test } from "vitest";
import { DearerCalls } from "./dearer-calls.ts";

test("calls that kept to what was held back are no news", () => {
  const dearer = new DearerCalls();
  dearer.see({ modelId: "acme/small" });
  dearer.see({ modelId: "acme/small", overReserved: false });
  expect(dearer.warnings()).toEqual([]);
});

test("one sentence a model says how many of its calls cost more", () => {
  const dearer = new DearerCalls();
  for (const modelId of ["acme/small", "acme/large", "acme/large", "acme/large"])
    dearer.see({ modelId, overReserved: true });
  expect(dearer.warnings()).toEqual([
    expect.stringMatching(/^A call to acme\/small cost more /),
    expect.stringMatching(/^3 calls to acme\/large cost more /),
  ]);
});
