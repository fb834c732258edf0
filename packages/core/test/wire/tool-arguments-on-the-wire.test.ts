// Servers that only resemble OpenAI's write the arguments of a tool call as an object; the packages of the providers
// refuse such answers.
import { describe, expect, test } from "vitest";
import type { WireAnswer } from "./wire.ts";
import { ask, call, meteredWire, wireCases } from "./wire-cases.ts";

const args = { command: 'echo "$PATH" \\ {}' };
const schema = { type: "object", properties: { command: { type: "string" } } } as const;
const question = {
  ...ask(),
  tools: [{ type: "function" as const, name: "shell", inputSchema: schema }],
};
const everyCase = wireCases
  .filter(({ wire }) => wire.startsWith("openai"))
  .flatMap((each) =>
    (["generate", "stream"] as const).map((mode) => ({ ...each, mode, name: `${each.wire}, ${mode}` })),
  );

/** What a server of the wire sends, with every whole text of arguments as the object that it stands for. */
async function bodyOf(modelId: string, mode: "generate" | "stream", answer: WireAnswer): Promise<string> {
  const sent: string[] = [];
  await using metered = await meteredWire(modelId, answer);
  const { fetch } = globalThis;
  globalThis.fetch = async (...given) => {
    const response = await fetch(...given);
    sent.push(await response.clone().text());
    return response;
  };
  try {
    await call(metered.model, mode, question);
  } finally {
    globalThis.fetch = fetch;
  }
  const text = JSON.stringify(JSON.stringify(args));
  return sent[0]!.replaceAll(`"arguments":${text}`, `"arguments":${JSON.stringify(args)}`);
}

describe.each(everyCase)("$name", ({ wire, modelId, mode, usage, costUsd }) => {
  test("arguments that are an object are read, and paid for once", async () => {
    const toolCalls = [{ name: "shell", args }];
    const answer: WireAnswer = { type: "answer", toolCalls, usage };
    let body = await bodyOf(modelId, mode, answer);
    if (wire === "openai-chat" && mode === "stream") body = inOnePiece(body);
    expect(body).toContain(`"arguments":${JSON.stringify(args)}`);
    await using metered = await meteredWire(modelId, { type: "garbage", body });
    const said = await call(metered.model, mode, question);
    expect(said.errors).toEqual([]);
    expect(said.toolCalls.map(({ input }) => JSON.parse(input))).toEqual([args]);
    expect(said.finishReason).toBe("tool-calls");
    expect(metered.charges).toMatchObject([{ status: "complete", usageKnown: "reported" }]);
    expect(metered.charges[0]!.costUsd).toBeCloseTo(costUsd, 9);
  });
});

/** The object comes with the first piece of the call, and no further piece of it. */
function inOnePiece(body: string): string {
  return body
    .split("\n\n")
    .filter((event) => !/"tool_calls":\[\{"index":0,"function"/.test(event))
    .join("\n\n")
    .replace('"arguments":""', `"arguments":${JSON.stringify(args)}`);
}
