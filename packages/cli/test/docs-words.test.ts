import { expect, test } from "vitest";
import { commandGroups } from "../src/app.ts";
import { docPages, generated, workPages } from "./doc-pages.ts";
import { flagNames } from "./flag-names.ts";
import { codeSpans, prose } from "./markdown.ts";

const flagsOf = new Map(
  Object.values(commandGroups).flatMap((commands) =>
    Object.entries(commands).map(([name, { parameters }]) => [
      name,
      [...flagNames(parameters), "--help", "-m"],
    ]),
  ),
);

/** Lines of `x` in a page, run or not: in its blocks, and between back quotes. Of a transcript only what is typed. */
function linesOfX(text: string, blocks: readonly { text: string }[]): string[] {
  const typed = blocks.flatMap((block) => {
    const lines = block.text.split("\n");
    return lines.some((line) => line.startsWith("$ "))
      ? lines.filter((line) => line.startsWith("$ "))
      : lines;
  });
  const all = [...typed, ...codeSpans(text)];
  return all.flatMap((line) => {
    const match = /^\s*(?:\$ |- run: )?(?:npm run x -- |npx x |x )([a-z].*)$/.exec(line);
    return match ? [match[1]!.replace(/\s+#.*$/, "")] : [];
  });
}

/** What such a line has that `x` has not. */
function unknownWords(line: string): string[] {
  const [command = "", ...words] = line.split(/\s+/);
  const flags = flagsOf.get(command);
  if (flags === undefined) return command === "help" ? [] : [command];
  // A prompt, or the line of an agent, is somebody else's.
  const own = words.join(" ").replaceAll(/"[^"]*"|'[^']*'/g, "");
  return (own.match(/(?<=^|\s)--?[a-z][a-z-]*/g) ?? []).filter((flag) => !flags.includes(flag));
}

test.each([...docPages, ...workPages])(
  "$page names only commands and flags that there are",
  ({ text, blocks }) => {
    const wrong = linesOfX(text, blocks).flatMap((line) =>
      unknownWords(line).map((word) => `${word} in: x ${line}`),
    );
    expect(wrong).toEqual([]);
  },
);

/** Lines that a merge leaves where it could not decide; formatters put blanks between the last ones. */
const undecided = /^(?:<<<<<<<|=======$|(?:> ?){7})/;

test.each([...docPages, ...workPages])("nothing in $page is left of a merge", ({ text }) => {
  expect(text.split("\n").filter((line) => undecided.test(line))).toEqual([]);
});

test("what is looked for would be found", () => {
  const left = ["<<<<<<< HEAD", "=======", ">>>>>>> mend", "> > > > > > > mend", "> a quotation", "==="];
  expect(left.filter((line) => undecided.test(line))).toEqual(left.slice(0, 4));
  expect(unknownWords("bench suite.json --agnet x")).toEqual(["--agnet"]);
  expect(unknownWords("bnech suite.json")).toEqual(["bnech"]);
  expect(unknownWords('run "use --force" --apply')).toEqual([]);
  expect(linesOfX("see `x runs --json`", [{ text: "$ x show last\n" }])).toEqual([
    "show last",
    "runs --json",
  ]);
});

/** Sentences long enough that two people would not write them alike by chance. */
const longSentence = 70;

test("no sentence stands on two pages", () => {
  const seen = new Map<string, string>();
  const twice: string[] = [];
  for (const { page, text } of docPages.filter((each) => !generated.includes(each.page))) {
    for (const sentence of new Set(
      prose(text)
        .replaceAll(/\s+/g, " ")
        .split(/(?<=[.:?!]) /),
    )) {
      if (sentence.length < longSentence) continue;
      const before = seen.get(sentence);
      if (before !== undefined) twice.push(`${before} and ${page}: ${sentence}`);
      seen.set(sentence, page);
    }
  }
  expect(twice).toEqual([]);
});
