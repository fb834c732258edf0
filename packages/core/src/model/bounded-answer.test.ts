import { expect, test } from "vitest";
import { boundedAnswer } from "./bounded-answer.ts";

/** An answer of so many pieces of ten bytes, and how many of them were asked for. */
function answer(pieces: number, piece: string, type: string) {
  const asked = { pieces: 0, cancelled: false };
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(output) {
      if (asked.pieces++ < pieces) output.enqueue(new Uint8Array(Buffer.from(piece)));
      else output.close();
    },
    cancel() {
      asked.cancelled = true;
    },
  });
  const given = new Response(body, { status: 201, headers: { "content-type": type, "x-request-id": "r" } });
  return { asked, bounded: boundedAnswer(given, 95) };
}

test("an answer that is larger than answers are breaks off, and what sends it is told", async () => {
  const { asked, bounded } = answer(1e9, "0123456789", "application/json");
  await expect(bounded.text()).rejects.toMatchObject({ code: "endless-answer", retryable: true });
  await expect.poll(() => asked.cancelled).toBe(true);
  expect(asked.pieces).toBeLessThan(20);
});

test("of a stream the largest line counts, not all of it", async () => {
  const { bounded } = answer(100, "012345678\n", "text/event-stream; charset=utf-8");
  expect(await bounded.text()).toHaveLength(1_000);
  const line = answer(1e9, "0123456789", "text/event-stream");
  await expect(line.bounded.text()).rejects.toMatchObject({ code: "endless-answer" });
});

test("any other stays what it is", async () => {
  const { bounded } = answer(9, "0123456789", "application/json");
  expect([bounded.status, bounded.headers.get("x-request-id"), bounded.url]).toEqual([201, "r", ""]);
  expect(await bounded.text()).toHaveLength(90);
  const empty = new Response(null, { status: 204 });
  expect(boundedAnswer(empty)).toBe(empty);
});
