import { expect, test } from "vitest";
import { asking } from "../../test/support/asking.ts";
import { simModel } from "./sim-model.ts";

const task = { prompt: "Pick one: Rome or Oslo?", right: "Rome", wrong: ["Oslo"] };
const model = simModel("mine", { answerKey: [task], profiles: { mine: { ability: 1, toolUse: 1 } } });
const expression = {
  type: "object",
  properties: { expression: { type: "string" } },
  required: ["expression"],
};
const criteria = {
  type: "object",
  properties: {
    verdicts: {
      type: "array",
      items: {
        type: "object",
        properties: { id: { type: "string" }, verdict: { type: "string", enum: ["met", "unmet"] } },
        required: ["id", "verdict"],
      },
    },
  },
  required: ["verdicts"],
};
const requests = {
  answer: {},
  tool: { tools: [{ type: "function", name: "calculate", inputSchema: expression }] },
  verdicts: { responseFormat: { type: "json", schema: criteria } },
} as const;

const long = 150_000;
const many = (text: string) => text.repeat(Math.ceil(long / text.length));
const texts = {
  "tags that are never closed": many("<output>"),
  "rubrics that are never closed": many("<rubric>"),
  "tags without an end": many("<output "),
  "rubrics without an end": many("<rubric "),
  "a tag with a long name": `<${many("output-")}`,
  "a rubric with a long name": `<${many("rubric-")}`,
  "a tag of dashes": `<${many("-")}`,
  "many tags of different names": Array.from({ length: 10_000 }, (_, at) => `<output-${at}>`).join(""),
  "criteria without an end": many("<criterion "),
  "criteria without an id": many('<criterion id="'),
  "a criterion of many ids": `<criterion ${many("id ")}`,
  brackets: many("("),
  digits: many("1"),
  "digits and blanks": many("1 "),
  signs: `1${many("+")}`,
  "brackets and signs": many("(+"),
  blanks: many(" "),
  "lines of blanks": many(" \n"),
  "numbered lines": Array.from({ length: 9_000 }, (_, at) => `c${at % 999}: a line ${at}`).join("\n"),
  "lines with marks": Array.from({ length: 9_000 }, (_, at) => `[a${at}] line ${at}`).join("\n"),
  "many answers": many("Rome\n"),
  quotes: many("'"),
  names: many("a Rome "),
};

test.each(
  Object.entries(texts).flatMap(([name, text]) =>
    Object.entries(requests).map(([kind, more]) => [name, kind, text, more] as const),
  ),
)("%s do not hold up the process: %s", async (_, _kind, text, more) => {
  const began = performance.now();
  await model.doGenerate(asking(`${task.prompt}\n${text}`, {}, more as never));
  await model.doGenerate(asking(text, {}, more as never));
  expect(performance.now() - began).toBeLessThan(2000);
});
