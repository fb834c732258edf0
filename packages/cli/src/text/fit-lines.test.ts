import fc from "fast-check";
import { expect, test } from "vitest";
import { fitLines } from "./fit-lines.ts";

test("what fits, and what goes to a file or a pipe, stays as it is", () => {
  const text = "short\n\n  a  b   c\n";
  expect(fitLines(text, 20)).toBe(text);
  expect(fitLines(text.repeat(9), undefined)).toBe(text.repeat(9));
});

test("what goes on stands below the second column", () => {
  expect(fitLines("no score  on one side: reasoning-3, reasoning-4", 32)).toBe(
    "no score  on one side:\n          reasoning-3,\n          reasoning-4",
  );
});

test("of several columns, below the one that it is part of", () => {
  expect(fitLines("goose  Goose  not here  openai-chat, anthropic-messages", 40)).toBe(
    "goose  Goose  not here  openai-chat,\n                        anthropic-messages",
  );
  expect(fitLines("mean  0.67 → 0.68   +0.01 (−0.12 to +0.15), inconclusive", 48)).toBe(
    "mean  0.67 → 0.68   +0.01 (−0.12 to +0.15),\n                    inconclusive",
  );
  expect(fitLines("one  12.4 s of work   $0.42 in all", 30)).toBe("one  12.4 s of work   $0.42 in\n     all");
});

test("a number keeps its unit", () => {
  expect(fitLines("2 of 6 passed (33 %) · $0.00 · 7.5 s · run fa43", 33)).toBe(
    "2 of 6 passed (33 %) · $0.00 ·\n  7.5 s · run fa43",
  );
  expect(fitLines("this took about 12 seconds", 20)).toBe("this took about 12\n  seconds");
});

test("without one, or without room beside it, two blanks behind the beginning", () => {
  expect(fitLines("72 cells · 285 calls · about 1 s", 20)).toBe("72 cells · 285 calls\n  · about 1 s");
  expect(fitLines("  a-first-column  and more than that", 24)).toBe(
    "  a-first-column  and\n    more than that",
  );
});

test("wide characters take two columns", () => {
  expect(fitLines("日本語 日本語 日本語", 14)).toBe("日本語 日本語\n  日本語");
  expect(fitLines("  名前  one two three four five six seven", 30)).toBe(
    "  名前  one two three four\n        five six seven",
  );
});

test("a command is one line, however long it is, and so is a word", () => {
  const go = "Go on: x bench suite.json --agent 'command:sleep 2; touch done.txt' --resume";
  expect(fitLines(go, 30)).toBe(go);
  expect(fitLines("  npm install --global something", 20)).toBe("  npm install --global something");
  const install = "  pi  npm install --prefix some/where pi@1";
  expect(fitLines(install, 30)).toBe(install);
  expect(fitLines("  a long name  npm install pi", 26)).toBe("  a long name\n    npm install pi");
  expect(fitLines("x     1.00  not known", 18)).toBe("x     1.00  not\n  known");
  expect(fitLines(`a ${"b".repeat(30)} c`, 20)).toBe(`a\n  ${"b".repeat(30)}\n  c`);
});

test("what stands before a command is broken, and the command has its own line where that makes it fit", () => {
  const way = "Set it, choose another model with --model, or see it work: x run hi --model sim/strong";
  expect(fitLines(way, 40)).toBe(
    "Set it, choose another model with\n  --model, or see it work:\n  x run hi --model sim/strong",
  );
  expect(fitLines(way, 60)).toBe(
    "Set it, choose another model with --model, or see it work:\n  x run hi --model sim/strong",
  );
  expect(fitLines(way, 24)).toMatch(/\n {2}see it work: x run hi --model sim\/strong$/);
});

test("no line of short words is longer than was asked for, and no word is lost", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "·", "9", "→"), minLength: 1, maxLength: 8 });
  const line = fc.array(fc.tuple(fc.constantFrom(" ", "  ", "    "), word), { maxLength: 20 });
  fc.assert(
    fc.property(
      fc.constantFrom("", "  "),
      line,
      fc.integer({ min: 30, max: 60 }),
      (start, words, columns) => {
        const text = start + words.map(([blanks, each]) => blanks + each).join("");
        const fitted = fitLines(text.trimEnd(), columns);
        expect(Math.max(...fitted.split("\n").map((each) => each.length))).toBeLessThanOrEqual(columns);
        expect(fitted.split(/\s+/)).toEqual(text.trimEnd().split(/\s+/));
      },
    ),
  );
});
