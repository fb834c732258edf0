import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AnswerKeyTask, createAnswerIndex } from "./answer-key.ts";

const task = (prompt: string): AnswerKeyTask => ({ prompt, right: "r", wrong: ["w"] });
const findIn = (prompts: string[], text: string) =>
  createAnswerIndex(prompts.map(task)).find(text)?.task.prompt;

describe("a task is found", () => {
  test("by its whole text, and anywhere in a longer one", () => {
    expect(findIn(["What is 2 + 2?"], "What is 2 + 2?")).toBe("What is 2 + 2?");
    expect(findIn(["What is 2 + 2?"], "Answer this: What is 2 + 2? Be brief.")).toBe("What is 2 + 2?");
    expect(findIn(["  What is 2 + 2?\n"], "Q: What is 2 + 2?")).toBe("  What is 2 + 2?\n");
    expect(findIn(["What is 2 + 2?"], "What is 2 + 3?")).toBeUndefined();
  });

  test("by the longest prompt, when one is part of another", () => {
    expect(findIn(["What is 2", "What is 2 + 2?"], "So: What is 2 + 2?")).toBe("What is 2 + 2?");
    expect(findIn(["What is 2 + 2?", "What is 2"], "So: What is 2 + 2?")).toBe("What is 2 + 2?");
  });

  test("inside JSON and XML", () => {
    const prompt = 'Say "a < b"\nand why';
    expect(findIn([prompt], JSON.stringify({ input: prompt }))).toBe(prompt);
    expect(findIn([prompt], `<task>${prompt.replace("<", "&lt;")}</task>`)).toBe(prompt);
  });

  test("however short", () => {
    expect(findIn(["?"], "is it? yes")).toBe("?");
    expect(findIn([""], "anything")).toBeUndefined();
  });
});

test("finds just what a plain search finds", () => {
  const word = fc.stringMatching(/^[ab]{1,6}$/);
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), fc.stringMatching(/^[ab]{0,40}$/), (prompts, text) => {
      const longest = prompts
        .filter((prompt) => text.includes(prompt))
        .toSorted((a, b) => b.length - a.length)[0];
      expect(findIn(prompts, text)?.length).toBe(longest?.length);
    }),
    { numRuns: 1000, seed: 5 },
  );
});

test("does not search task by task", () => {
  const tasks = Array.from({ length: 20_000 }, (_, n) =>
    task(`Task ${n}: add ${n} and ${n * 7}, give the sum only.`),
  );
  const index = createAnswerIndex(tasks);
  const started = performance.now();
  for (let n = 0; n < 1000; n++) {
    expect(index.find(`Please do this. ${tasks[n]!.prompt} Thank you.`)?.task).toBe(tasks[n]);
  }
  // A search of each task would look at 20 million prompts, which takes far longer than this.
  expect(performance.now() - started).toBeLessThan(1000);
});

test("the fingerprint goes with the contents", () => {
  expect(createAnswerIndex([task("a")]).fingerprint).toBe(createAnswerIndex([task("a")]).fingerprint);
  expect(createAnswerIndex([task("a")]).fingerprint).not.toBe(createAnswerIndex([task("b")]).fingerprint);
});
