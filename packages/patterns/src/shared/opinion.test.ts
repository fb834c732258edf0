import { expect, test } from "vitest";
import { z } from "zod";
import { runByBlock } from "../../test/support/by-block.ts";
import { opinion } from "./opinion.ts";

const said = opinion<string, { why: string; grade: number }>({
  name: "bench-mine-critic",
  model: "a/b",
  prompt: "You grade.",
  outputSchema: z.object({ why: z.string(), grade: z.int() }),
  spare: { why: "" },
  user: (text) => text,
});
const block = said.connectOutput((graded) => JSON.stringify(graded));

test.each([
  [{ why: "It is.", grade: 3 }, '{"why":"It is.","grade":3}'],
  [{ grade: 3 }, '{"why":"","grade":3}'],
  ['Here you are:\n```json\n{"why":"It is.","grade":3,}\n```', '{"why":"It is.","grade":3}'],
  [{ why: "It is." }, "null"],
  ["no data", "null"],
  ["[]", "null"],
])("%j comes to %s, in one call", async (reply, output) => {
  const run = await runByBlock(block, "A text", { "-critic": reply });
  expect(run.output).toBe(output);
  expect(run.result.calls).toBe(1);
});
