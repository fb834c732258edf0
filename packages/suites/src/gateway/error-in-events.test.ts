import { expect, test } from "vitest";
import { errorInEvents, isEvents } from "./error-in-events.ts";
import { allWires } from "./wires/all-wires.ts";
import type { WireName } from "./wires/wire-name.ts";

const data = (...events: (object | string)[]) =>
  events.map((each) => `data: ${typeof each === "string" ? each : JSON.stringify(each)}\n\n`).join("");
const error = { message: "no room" };
const failed = (usage: unknown) => ({
  type: "response.failed",
  response: { status: "failed", error, output: [], usage },
});
const said = (text: string) => ({ choices: [{ index: 0, delta: { content: text } }] });

test.each<[string, WireName, string]>([
  ["Anthropic's", "anthropic-messages", `event: error\n${data({ type: "error", error })}`],
  ["that of Responses", "openai-responses", data({ type: "error", ...error })],
  ["a failed response", "openai-responses", data(failed(null))],
  ["a failed response that counts zeros", "openai-responses", data(failed({ input_tokens: 0 }))],
  ["that of Chat, with the end of a stream", "openai-chat", data({ error }, "[DONE]")],
  ["Gemini's", "gemini", data({ error })],
  ["one of somebody in between", "anthropic-messages", data({ error: "no room" })],
  ["one after a comment, without its empty line", "openai-chat", `: hi\n\n${data({ error }).trimEnd()}`],
])("an error alone, %s, is told", (_, wire, body) => {
  expect(errorInEvents(Buffer.from(body), allWires[wire])).toBe("no room");
});

test.each<[string, WireName, string]>([
  ["words before it", "openai-chat", data(said("hello"), { error })],
  ["words after it", "openai-chat", data({ error }, said("hello"))],
  ["a count beside it", "openai-responses", data(failed({ input_tokens: 7 }))],
  ["half an event before it", "openai-chat", data("{half", { error })],
  ["words of another wire", "anthropic-messages", data(said("hello"), { type: "error", error })],
  ["nothing but words", "openai-chat", data(said("hello"))],
  ["no event", "openai-chat", ": hi\n\n"],
  ["nothing", "openai-chat", ""],
])("%s: no error alone", (_, wire, body) => {
  expect(errorInEvents(Buffer.from(body), allWires[wire])).toBeNull();
});

test("events are known by how they begin", () => {
  for (const text of ["data: 1", "event: error\n", "\n\nid: 3", ": hi", "retry: 1"]) {
    expect(isEvents(text)).toBe(true);
  }
  for (const text of ["", "{}", "database: down", "<html>"]) expect(isEvents(text)).toBe(false);
});
