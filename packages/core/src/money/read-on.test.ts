import { JSONParseError, type LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { describe, expect, test } from "vitest";
import { isUnreadable, readOn, readOnLimits } from "./read-on.ts";

type Part = LanguageModelV4StreamPart;

const raw = (rawValue: unknown): Part => ({ type: "raw", rawValue });
const finish = { type: "finish" } as Part;

function reader(parts: readonly Part[], end: "close" | "hang" | Error = "close") {
  const left = [...parts];
  const stream = new ReadableStream<Part>({
    pull(controller) {
      const part = left.shift();
      if (part) controller.enqueue(part);
      else if (end === "close") controller.close();
      else if (end !== "hang") controller.error(end);
      else return new Promise(() => {});
    },
  });
  return stream.getReader();
}

async function taken(parts: readonly Part[], end: "close" | "hang" | Error, limits = { ms: 20, parts: 10 }) {
  const seen: Part[] = [];
  await readOn(reader(parts, end), limits, (part) => seen.push(part) > 0);
  return seen.length;
}

describe("a stream is read on", () => {
  test("to its end, to its break, and no longer than allowed when it hangs", async () => {
    for (const end of ["close", "hang", new Error("cut")] as const)
      expect(await taken([raw(1), raw(2)], end)).toBe(2);
  });

  test("to its finish, after which nothing counts", async () => {
    expect(await taken([raw(1), finish, raw(2)], "hang", { ms: 60_000, parts: 10 })).toBe(2);
  });

  test("for so many parts", async () => {
    const many = Array.from({ length: 50 }, (_, at) => raw(at));
    expect(await taken(many, "hang", { ms: 60_000, parts: 10 })).toBe(10);
    expect(await taken(many, "hang", { ms: 60_000, parts: -1 })).toBe(0);
  });

  test("until it is told to stop", async () => {
    let calls = 0;
    await readOn(reader([raw(1), raw(2), raw(3)], "hang"), { ms: 60_000, parts: 10 }, () => ++calls < 2);
    expect(calls).toBe(2);
  });
});

test("behind a piece that could not be read more may come than behind an error of the provider", () => {
  const piece = new JSONParseError({ text: "{no", cause: new Error("no") });
  expect([isUnreadable(piece), isUnreadable({ message: "Overloaded" }), isUnreadable(undefined)]).toEqual([
    ...[true, false, false],
  ]);
  expect(readOnLimits(piece).ms).toBeGreaterThan(readOnLimits(new Error("boom")).ms);
});
