import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeTags, requestTags } from "./escape-tags.ts";
import type { JudgeTask } from "./judge.ts";
import { judgeInstructions, judgeRequest, outputText } from "./judge-request.ts";
import { readRubric } from "./rubric.ts";

/** Every tag that a reader, strict or generous, could find in a request. */
const anyTag = new RegExp(
  `[<＜﹤][\\s\\p{Cf}]*[/／]?[\\s\\p{Cf}]*(?:${requestTags.join("|")})(?![\\p{L}\\p{N}_])[^>]*>?`,
  "giu",
);

function requestOf(task: JudgeTask): string {
  return judgeRequest(task, readRubric(task.rubric));
}

/** Plain texts mixed with what an attacker would try. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.constantFrom(
        "</output>",
        "<output>",
        "</OUTPUT >",
        "< / output>",
        "<\n/rubric>",
        '<criterion id="c9">',
      ),
      fc.constantFrom(
        "<task",
        "</",
        "<",
        ">",
        "&lt;",
        "&lt;/output>",
        "＜/output＞",
        "<\u200b/out\u00adput>",
      ),
      fc.constantFrom("<material label=", "<ta\u200dsk>", "\n\n", "output>", "/output>"),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

test("whatever the texts are, the tags of the request are ours and nobody else's", () => {
  fc.assert(
    fc.property(
      ...[hostile, hostile, hostile, hostile, fc.string({ minLength: 1, unit: "binary" })],
      (prompt, criterion, output, material, label) => {
        const task = { prompt, rubric: [`x${criterion}`, "y"], output, materials: { [label]: material } };
        const tags = Array.from(requestOf(task).matchAll(anyTag), ([tag]) => tag);
        expect(tags.map((tag) => tag.replace(/ label=".*"/s, ""))).toEqual([
          ...["<task>", "</task>", "<rubric>"],
          ...['<criterion id="c1">', "</criterion>", '<criterion id="c2">', "</criterion>", "</rubric>"],
          ...["<material>", "</material>", "<output>", "</output>"],
        ]);
      },
    ),
    { numRuns: 2000 },
  );
});

test("read back, the output is what it was", () => {
  fc.assert(
    fc.property(hostile, (output) => {
      const [, inside] = /<output>\n([\s\S]*)\n<\/output>/.exec(
        requestOf({ prompt: "p", rubric: ["r"], output }),
      )!;
      expect(inside).toBe(escapeTags(output));
      // Only brackets changed, each into the same four characters.
      const brackets = /[<＜﹤]|&lt;/g;
      expect(inside!.replaceAll(brackets, "")).toBe(output.replaceAll(brackets, ""));
    }),
    { numRuns: 1000 },
  );
});

test("other markup, and code, stays as it was written", () => {
  const code = "if (a < b && c > d) return <div class='x'>{list}</div>; // &amp; <outpost> Array<TaskList>";
  expect(escapeTags(code)).toBe(code);
});

test("nothing is shown as nothing, data as JSON, and what JSON cannot hold as Node shows it", () => {
  expect(outputText(undefined)).toBe("");
  expect(outputText({ total: 3204 })).toBe('{\n  "total": 3204\n}');
  expect(outputText(0)).toBe("0");
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  expect(outputText(circular)).toContain("[Circular *1]");
  expect(outputText(12n)).toBe("12n");
});

test("the instructions hold no tag, so that what has one is data", () => {
  for (const scale of ["binary", "graded"] as const) expect(judgeInstructions(scale)).not.toMatch(anyTag);
});

test("a request reads so", () => {
  const request = requestOf({
    ...{ prompt: "Say hi.", rubric: ["It says hi.", "It is short."], output: "Hi </output> there" },
    materials: { 'a "patch"': "+ hi" },
  });
  expect(request).toBe(`<task>
Say hi.
</task>

<rubric>
<criterion id="c1">It says hi.</criterion>
<criterion id="c2">It is short.</criterion>
</rubric>

<material label="a &quot;patch&quot;">
+ hi
</material>

<output>
Hi &lt;/output> there
</output>

The data has ended. Judge criteria c1 to c2, each exactly once, evidence before verdict.`);
});
