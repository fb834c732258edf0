import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { answer, callOf, model } from "../../../test/support/answering.ts";
import type { BlockDefinition } from "../block.ts";
import { runBlock } from "../run-block.ts";
import { generator } from "./generator.ts";

describe("structured output", () => {
  const schema = z.object({ n: z.number() });

  test("is asked for with a closed schema, and checked", async () => {
    const mock = model('{"n":1}');
    const block = generator({ name: "my block", model: mock, outputSchema: schema });
    expectTypeOf(block).toEqualTypeOf<BlockDefinition<any, { n: number }>>();
    expect(await runBlock(block, "x")).toMatchObject({ ok: true, output: { n: 1 } });
    expect(callOf(mock).responseFormat).toEqual({
      type: "json",
      name: "my_block",
      schema: {
        type: "object",
        properties: { n: { type: "number" } },
        required: ["n"],
        additionalProperties: false,
      },
    });
    expect(callOf(mock).providerOptions?.openai).toBeUndefined();
  });

  test("a schema that strict mode refuses is sent as it is, with strict mode off", async () => {
    const mock = model('{"n":1}');
    const loose = z.object({ n: z.number(), note: z.string().optional() });
    const providerOptions = { openai: { user: "u" } };
    await runBlock(generator({ name: "g", model: mock, outputSchema: loose, providerOptions }), "x");
    expect(callOf(mock).providerOptions?.openai).toEqual({ strictJsonSchema: false, user: "u" });
    expect(callOf(mock).responseFormat).toMatchObject({ schema: { required: ["n"] } });
  });

  test("text schemas are not sent, lists are wrapped", async () => {
    const text = model("long enough");
    await runBlock(generator({ name: "g", model: text, outputSchema: z.string().min(3) }), "x");
    expect(callOf(text).responseFormat).toBeUndefined();
    const list = model('{"output":[1,2]}');
    const block = generator({ name: "g", model: list, outputSchema: z.array(z.number()) });
    expect(await runBlock(block, "x")).toMatchObject({ output: [1, 2] });
    expect(callOf(list).responseFormat).toMatchObject({ schema: { required: ["output"] } });
  });

  test.each([
    ["fenced", '```json\n{"n": 1}\n```'],
    ["with words around it", 'Sure! {"n": 1} Hope it helps.'],
    ["with a trailing comma", '{"n": 1,}'],
    ["wrapped", '{"output": {"n": 1}}'],
    ["written as a text", JSON.stringify('{"n": 1}')],
    ["written as a text and wrapped", JSON.stringify({ output: '{"n": 1}' })],
    ["behind words with brackets", 'As {name} and [1] say:\n- [x] counted\n{"n": 1}'],
    ["before words with brackets", '{"n": 1}\n[1] the source, of {2, 3}'],
    ["behind code", 'It has\n```js\nconst a = {b: 1};\n```\n{"n": 1}'],
    ["beside another structure", 'Of {"m": 2} follows {"n": 1}.'],
  ])("an answer %s is read without asking again", async (_, text) => {
    const mock = model(text);
    expect(await runBlock(generator({ name: "g", model: mock, outputSchema: schema }), "x")).toMatchObject({
      output: { n: 1 },
    });
    expect(mock.doGenerateCalls).toHaveLength(1);
  });

  test.each([
    ["of several the last may be meant, or the first", 'It is {"n": 2}, no, [x] {"n": 1}.'],
    ["what it stands in does not fit", '{k: "one", d: {"n": 1}}'],
    ["what else begins there is broken", 'I say {"n" 2} where they say [x] {"n": 1}.'],
  ])("a structure that fits is not the answer where %s", async (_, text) => {
    const mock = model(text, '{"n":7}');
    expect(await runBlock(generator({ name: "g", model: mock, outputSchema: schema }), "x")).toMatchObject({
      ...{ ok: true, output: { n: 7 }, calls: 2 },
    });
  });

  test("an answer that does not fit is asked for again, with what is wrong", async () => {
    const mock = model('{"n":"one"}', '{"n":1}');
    const result = await runBlock(generator({ name: "g", model: mock, outputSchema: schema }), "x");
    expect(result).toMatchObject({ ok: true, output: { n: 1 }, calls: 2 });
    const [, assistant, user] = callOf(mock, 1).prompt;
    expect(assistant).toEqual({ role: "assistant", content: [{ type: "text", text: '{"n":"one"}' }] });
    expect(JSON.stringify(user)).toMatch(/cannot be used.*n: /);
  });

  test("what is wrong is told in a few words, however much that is", async () => {
    const long = "k".repeat(5000);
    const wrong = [...Array.from({ length: 5000 }, () => "one"), { [long]: 1 }];
    const mock = model(JSON.stringify({ list: wrong }), '{"list":[]}');
    const list = z.object({ list: z.array(z.number()) });
    const result = await runBlock(generator({ name: "g", model: mock, outputSchema: list }), "x");
    expect(result).toMatchObject({ ok: true, calls: 2 });
    const complaint = JSON.stringify(callOf(mock, 1).prompt.at(-1));
    expect(complaint).toContain("list.0: ");
    expect(complaint).toContain("and 4991 more");
    expect(complaint.length).toBeLessThan(2000);
    const strict = z.strictObject({});
    const keyed = await runBlock(
      generator({ name: "g", model: model(JSON.stringify({ [long]: 1 })), outputSchema: strict }),
      "x",
    );
    expect(!keyed.ok && keyed.error.message.length).toBeLessThan(1000);
  });

  test("after the last try it is an error with the raw answer, bounded", async () => {
    const mock = model(`{"n":"${"x".repeat(9000)}"}`);
    const result = await runBlock(
      generator({ name: "g", model: mock, outputSchema: schema, repair: { maxAttempts: 2 } }),
      "x",
    );
    expect(mock.doGenerateCalls).toHaveLength(3);
    if (result.ok) throw new Error("unreachable");
    expect(result.error).toMatchObject({
      code: "output-validation-error",
      details: { phase: "repair", issues: [{ path: "n" }] },
    });
    expect(String((result.error as { details?: any }).details.rawOutput).length).toBeLessThan(4100);
  });

  test("a text that fits as it is is not read as the JSON in it", async () => {
    const any = z.union([z.string(), schema]);
    const block = generator({ name: "g", model: model(JSON.stringify('{"n": 1}')), outputSchema: any });
    expect(await runBlock(block, "x")).toMatchObject({ output: '{"n": 1}' });
  });

  test.each(["fail", "rescue"] as const)("mode %s takes no answer but a right one", async (mode) => {
    const mock = model('```json\n{"n": 1}\n```');
    const block = generator({ name: "g", model: mock, outputSchema: schema, repair: { mode } });
    expect(await runBlock(block, "x")).toMatchObject({ error: { details: { phase: "parse" } } });
    expect(mock.doGenerateCalls).toHaveLength(1);
  });

  test("repairOutput mends before anybody is asked again", async () => {
    const mock = model('{"n":"7"}');
    const block = generator({
      name: "g",
      model: mock,
      outputSchema: schema,
      repairOutput: (candidate: any, error, state) => {
        expect([error.name, state.attempt]).toEqual(["OutputValidationError", 0]);
        return { n: Number(candidate.n) };
      },
    });
    expect(await runBlock(block, "x")).toMatchObject({ output: { n: 7 } });
    expect(mock.doGenerateCalls).toHaveLength(1);
  });

  test("an answer that was cut off is not completed by guessing", async () => {
    const list = z.object({ names: z.array(z.string()) });
    const mock = model(answer('{"names":["a","b', "length"), '{"names":["a"]}');
    const result = await runBlock(generator({ name: "g", model: mock, outputSchema: list }), "x");
    expect(result).toMatchObject({ ok: true, output: { names: ["a"] }, calls: 2 });
    expect(JSON.stringify(callOf(mock, 1).prompt.at(-1))).toContain("cut off");
  });
});
