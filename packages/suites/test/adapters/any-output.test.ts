import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { acpCli } from "../../src/adapters/acp/acp.ts";
import { knownClis } from "../../src/adapters/known-clis.ts";
import { readJsonLines } from "../../src/adapters/read-json-lines.ts";
import { readOutput, sample } from "./support/read-sample.ts";

const cases = await Promise.all([
  ...knownClis.map(async (cli) => ({ cli, name: cli.name, bytes: await sample(`${cli.name}/ok`) })),
  ...["claude", "codex"].map(async (name) => ({
    ...{ cli: acpCli(name), name: `acp:${name}` },
    bytes: await sample(`acp/${name}`),
  })),
]);

describe.each(cases)("$name", ({ cli, bytes }) => {
  const whole = readOutput(cli, [bytes]);

  test("any way of cutting the stream gives the same events", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 40 }), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const chunks = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
        expect(readOutput(cli, chunks)).toEqual(whole);
      }),
      { numRuns: 40 },
    );
    const single = Array.from({ length: Math.min(bytes.length, 20_000) }, (_, at) =>
      bytes.subarray(at, at + 1),
    );
    expect(readOutput(cli, [...single, bytes.subarray(single.length)])).toEqual(whole);
  });

  test("lines of garbage between its lines change nothing but are kept", () => {
    const lines = bytes.toString().split("\n");
    const garbage = fc.oneof(
      fc.string().map((text) => text.replaceAll(/[\n\r]/g, " ")),
      fc.constantFrom("[]", "null", "12", '{"type":', "{", "\u0000", "{}", '{"type":"no such thing"}'),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(lines.length), garbage), { maxLength: 10 }), (put) => {
        const mixed = [...lines];
        for (const [at, text] of put) mixed.splice(at, 0, text);
        const { summary } = readOutput(cli, [Buffer.from(mixed.join("\n"))]);
        expect(summary).toEqual(whole.summary);
      }),
      { numRuns: 40 },
    );
  });

  test("no line, however wrong, makes it throw or count nonsense", () => {
    const lines = bytes
      .toString()
      .split("\n")
      .filter((line) => line.startsWith("{"));
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(null, -1, 1e300, "1200", [], {}, [null], { text: 5 }, { content: [[]] }, "__proto__"),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(lines.length - 1), fc.nat(200), value), { minLength: 1, maxLength: 20 }),
        fc.option(fc.integer({ min: 0, max: 255 }), { nil: null }),
        (wrongs, exitCode) => {
          const broken = lines.map((line) => JSON.parse(line) as unknown);
          for (const [line, at, wrong] of wrongs) broken[line] = withWrong(broken[line], at, wrong);
          const text = broken.map((line) => JSON.stringify(line)).join("\n");
          const { events, summary } = readOutput(cli, [Buffer.from(text)], { exitCode });
          for (const figure of [summary.turns, summary.costUsd, ...Object.values(summary.usage ?? {})]) {
            expect(figure === null || (Number.isFinite(figure) && figure >= 0)).toBe(true);
          }
          for (const [event] of events) if ("text" in event) expect(typeof event.text).toBe("string");
          expect(summary.answer === null || typeof summary.answer === "string").toBe(true);
        },
      ),
      { numRuns: 150 },
    );
  });

  test.each([
    ["nested without end", `${"[".repeat(20_000)}${"]".repeat(20_000)}`],
    ["that cannot be made a text or a number of", '{"toString":1,"valueOf":1,"toJSON":1}'],
  ])("a value %s makes it throw nowhere", (_, hostile) => {
    const lines = bytes
      .toString()
      .split("\n")
      .filter((line) => line.startsWith("{"));
    for (const [number, line] of lines.entries()) {
      const value: unknown = JSON.parse(line);
      for (let at = 1; at < partsOf(value); at++) {
        const wrong = JSON.stringify(withWrong(value, at, "HERE")).replaceAll('"HERE"', hostile);
        const text = [...lines.slice(0, number), wrong].join("\n");
        expect(() => readOutput(cli, [Buffer.from(text)])).not.toThrow();
      }
    }
  });
});

function partsOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce((sum: number, each) => sum + partsOf(each), 1);
}

/** The value with its n-th part, counted in depth, replaced by a wrong one. */
function withWrong(value: unknown, at: number, wrong: unknown): unknown {
  let left = at;
  const visit = (part: unknown): unknown => {
    if (left-- === 0) return wrong;
    if (Array.isArray(part)) return part.map(visit);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, visit(each)]));
  };
  return visit(value);
}

describe("lines", () => {
  test("one without end is left out, and what follows is read", () => {
    const taken: unknown[] = [];
    const lines = readJsonLines(
      {
        object: (line) => taken.push(line),
        other: (text) => taken.push(text),
        tooLong: () => taken.push("too long"),
      },
      100,
    );
    for (let at = 0; at < 1_000; at++) lines.add(Buffer.from("{xxxxxxxxx"));
    lines.add(Buffer.from('\n{"a":1}\r\n  \nplain \n{"b"'));
    lines.add(Buffer.from(":2}"));
    lines.end();
    expect(taken).toEqual(["too long", { a: 1 }, "plain", { b: 2 }]);
  });
});
