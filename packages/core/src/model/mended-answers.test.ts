import { expect, test } from "vitest";
import { mendedAnswers } from "./mended-answers.ts";

const events = "text/event-stream; charset=utf-8";
const texts = '{"usage":{"input_tokens":"12"}}';
const numbers = '{"usage":{"input_tokens":12}}';

/** An answer that comes in these pieces, and what it was before. */
async function asked(pieces: readonly (string | Uint8Array)[], type: string, status = 200) {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(output) {
      for (const piece of pieces) output.enqueue(new Uint8Array(Buffer.from(piece as string)));
      output.close();
    },
  });
  const given = new Response(body, { status, headers: { "content-type": type, "x-request-id": "req_1" } });
  return { given, answer: await mendedAnswers(async () => given)("http://127.0.0.1/v1") };
}

test("JSON is read as a whole, however it comes", async () => {
  const { answer } = await asked(
    [texts.slice(0, 9), texts.slice(9, 28), texts.slice(28)],
    "application/json",
  );
  expect([await answer.text(), answer.status, answer.headers.get("x-request-id")]).toEqual([
    ...[numbers, 200, "req_1"],
  ]);
});

test.each(["\n", "\r\n", "\r"])(
  "events are read line by line, however they are cut: ended by %j",
  async (end) => {
    const lines = (usage: string) =>
      [": über", "event: end", `data: ${usage}`, "", `data:${usage}`].join(end);
    for (const size of [1, 2, 7, 1_000]) {
      const bytes = Buffer.from(lines(texts));
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      expect(await (await asked(pieces, events)).answer.text()).toBe(lines(numbers));
    }
  },
);

test.each(["\n", "\r\n", "\r"])("an event is there as soon as its line has ended by %j", async (end) => {
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const given = new Response(readable, { headers: { "content-type": events } });
  const answer = await mendedAnswers(async () => given)("http://127.0.0.1/v1");
  const reader = answer.body!.getReader();
  const writer = writable.getWriter();
  void writer.write(new Uint8Array(Buffer.from(`data: ${texts}${end}${end}data: {"ha`)));
  const { value } = await reader.read();
  expect(Buffer.from(value!).toString()).toBe(`data: ${numbers}${end}${end}`);
  await reader.cancel();
  await expect(writer.closed).rejects.toBeUndefined();
});

test("bytes that are no text pass as they are", async () => {
  const odd = new Uint8Array([100, 97, 116, 97, 58, 32, 255, 254, 10, 200]);
  const body = new Response(odd, { headers: { "content-type": events } });
  const passed = await mendedAnswers(async () => body)("http://127.0.0.1/v1");
  expect(new Uint8Array(await passed.arrayBuffer())).toEqual(odd);
});

test("an answer that breaks off does so where it is read", async () => {
  const cause = new TypeError("terminated");
  for (const type of [events, "application/json"]) {
    const given = new Response(new ReadableStream({ pull: (output) => output.error(cause) }), {
      headers: { "content-type": type },
    });
    const answer = await mendedAnswers(async () => given)("http://127.0.0.1/v1");
    await expect(answer.text()).rejects.toBe(cause);
  }
});

test.each([
  ["a refusal", "application/json", 429],
  ["what is neither", "text/html", 200],
])("%s is not even looked at", async (_, type, status) => {
  const { given, answer } = await asked([texts], type, status);
  expect(answer).toBe(given);
  expect(given.bodyUsed).toBe(false);
});
