import { describe, expect, test } from "vitest";
import { storableResult } from "./storable-result.ts";

const evidenceOf = (evidence: unknown) => {
  const { evidence: kept, problems } = storableResult(evidence, []);
  return { kept, problems: [...problems] };
};
const artifactsOf = (artifacts: unknown) => {
  const { artifacts: kept, problems } = storableResult({}, artifacts);
  return { kept, problems: [...problems] };
};

describe("evidence", () => {
  test("that JSON can hold is what JSON makes of it", () => {
    const evidence = {
      ...{ text: "t", number: 1.5, list: [1, undefined, () => 1], nothing: null, left: undefined },
      ...{ none: Number.NaN, date: new Date(0), map: new Map([[1, 2]]), nested: { deep: [{ er: true }] } },
    };
    const proto = JSON.parse('{"__proto__":{"a":1}}');
    for (const each of [evidence, proto, {}]) {
      expect(evidenceOf(each)).toEqual({ kept: JSON.parse(JSON.stringify(each)), problems: [] });
    }
    expect(evidenceOf(undefined)).toEqual({ kept: {}, problems: [] });
  });

  test("is replaced only where it cannot be kept", () => {
    const shared = { fine: true };
    const loop: Record<string, unknown> = { a: 1, shared, again: shared };
    loop.list = [loop];
    expect(evidenceOf(loop)).toEqual({
      kept: { a: 1, shared, again: shared, list: ["[not kept: something that holds itself]"] },
      problems: ["something that holds itself"],
    });
    expect(evidenceOf({ tokens: 12n, score: 1 }).kept).toEqual({
      tokens: "[not kept: a BigInt (12)]",
      score: 1,
    });
    const broken = Object.defineProperty({ a: 1 }, "b", {
      enumerable: true,
      get() {
        throw new Error("no");
      },
    });
    expect(evidenceOf(broken)).toEqual({
      kept: { a: 1, b: "[not kept: something that cannot be read]" },
      problems: ["something that cannot be read"],
    });
  });

  test("is cut off where it is nested without measure", () => {
    const { kept, problems } = evidenceOf({ a: JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`) });
    expect(problems).toEqual(["something nested deeper than 100 levels"]);
    expect(JSON.stringify(kept)).toContain('[[[["[not kept: something nested deeper than 100 levels]"]]]]');
  });

  test.each<[unknown, unknown]>([
    ["text", "text"],
    [[1], [1]],
    [new Date(0), "1970-01-01T00:00:00.000Z"],
    [() => 1, "[not kept: it is no object]"],
  ])("that is no object is kept in one: %o", (evidence, kept) => {
    expect(evidenceOf(evidence)).toEqual({
      kept: { evidence: kept },
      problems: ["evidence that is no object"],
    });
  });
});

describe("artifacts", () => {
  const fine = { name: "output", mediaType: "text/plain", content: "text" };

  test("that can be kept are", () => {
    const bytes = { ...fine, name: "patch", content: new Uint8Array([1, 2]) };
    expect(artifactsOf([fine, bytes])).toEqual({ kept: [fine, bytes], problems: [] });
    expect(artifactsOf(undefined)).toEqual({ kept: [], problems: [] });
  });

  test("of the same name get another, and bytes of another kind are bytes", () => {
    const { kept, problems } = artifactsOf([fine, fine, { ...fine, content: new Uint16Array([1]).buffer }]);
    expect(kept.map(({ name, content }) => [name, content])).toEqual([
      ["output", "text"],
      ["output (2)", "text"],
      ["output (3)", new Uint8Array([1, 0])],
    ]);
    expect(problems).toEqual(["artifacts of the same name"]);
  });

  test("that are none are replaced", () => {
    const broken = new Proxy(
      {},
      {
        get() {
          throw new Error("no");
        },
      },
    );
    const { kept, problems } = artifactsOf([{ ...fine, content: 5 }, null, { content: "c" }, broken]);
    const sentence = "[not kept: an artifact that is neither text nor bytes]";
    expect(kept).toEqual([
      { name: "output", mediaType: "text/plain", content: sentence },
      { name: "artifact 2", mediaType: "text/plain", content: sentence },
      { name: "artifact 3", mediaType: "text/plain", content: "c" },
      { name: "artifact 4", mediaType: "text/plain", content: sentence },
    ]);
    expect(problems).toEqual(["an artifact that is neither text nor bytes", "an artifact without a name"]);
    expect(artifactsOf(5)).toEqual({ kept: [], problems: ["artifacts that are no list"] });
  });
});
