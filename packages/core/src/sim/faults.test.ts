import { expect, test } from "vitest";
import { createDraws } from "./draws.ts";
import { drawFault, malform } from "./faults.ts";
import { completeProfile, type SimFailures } from "./sim-profile.ts";

const failures = (given: SimFailures) => completeProfile("mine", { ability: 0, failures: given }).failures;
const finishReason = { unified: "stop", raw: "stop" } as const;

test("a certain fault always comes and none comes when all rates are 0", () => {
  for (let key = 0; key < 100; key++) {
    const draws = createDraws(String(key));
    expect(drawFault(failures({ refusal: 1 }), draws)).toBe("refusal");
    expect(drawFault(failures({}), draws)).toBeUndefined();
  }
});

test.each(['{"a":1}', "[1,2]", "12", "1234", "true", '""', "null"])("broken %s is no JSON", (text) => {
  const broken = malform({ content: [{ type: "text", text }], finishReason }, true);
  expect(() => JSON.parse((broken.content[0] as { text: string }).text)).toThrow(SyntaxError);
  expect(broken.finishReason.unified).toBe("stop");
});

test("the input of a tool call breaks too, whatever was asked for", () => {
  const call = { type: "tool-call", toolCallId: "1", toolName: "look", input: '{"at":7}' } as const;
  const broken = malform(
    { content: [call], finishReason: { unified: "tool-calls", raw: "tool_calls" } },
    false,
  );
  expect(() => JSON.parse((broken.content[0] as { input: string }).input)).toThrow(SyntaxError);
  expect(broken.finishReason.unified).toBe("tool-calls");
});
