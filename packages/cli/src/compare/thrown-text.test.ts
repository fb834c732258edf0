import { expect, test } from "vitest";
import { placeIn, thrownText } from "./thrown-text.ts";

const head =
  "Error: boom\n    at JSON.parse (<anonymous>)\n    at run (node:internal/modules/esm/utils:319:16)\n";

test.each([
  ["where it does not parse", "/a b/x.ts:3\nconst b = ;\n", "x.ts:3"],
  ["an address", "file:///a%20b/x.ts:3\ncode", "x.ts:3"],
  ["in a function", `${head}    at f (file:///a%20b/x.ts:4:9)`, "x.ts:4"],
  ["outside of any", `${head}    at async file:///a%20b/in/x.ts:4:9`, "in/x.ts:4"],
  ["a path with brackets", `${head}    at f (/a b/in (2)/x.ts:4:9)`, "in (2)/x.ts:4"],
  [
    "ours before what is installed",
    `${head}    at g (/a b/node_modules/g/g.js:1:1)\n    at /a b/x.ts:7:1`,
    "x.ts:7",
  ],
  ["below the folder before elsewhere", `${head}    at g (/c/g.ts:1:1)\n    at /a b/x.ts:7:1`, "x.ts:7"],
  ["elsewhere", `${head}    at g (/c/g.ts:1:1)`, "/c/g.ts:1"],
  ["nowhere", head, undefined],
])("the place in a stack: %s", (_what, stack, place) => {
  expect(placeIn(stack, "/a b")).toBe(place);
});

test("one line, whatever is thrown", () => {
  const error = Object.assign(new Error("boom\nmore"), { stack: "" });
  expect(thrownText(error, "/a")).toBe("boom");
  expect(thrownText(Object.assign(new TypeError(), { stack: undefined }), "/a")).toBe("TypeError");
  expect(thrownText("text", "/a")).toBe("text");
  expect(thrownText(undefined, "/a")).toBe("undefined");
  expect(thrownText({ a: { b: 1 } }, "/a")).toBe("{ a: { b: 1 } }");
  const hostile = Object.defineProperty(new Error(), "message", {
    get: () => {
      throw new Error("no");
    },
  });
  expect(thrownText(hostile, "/a")).toBe("something that cannot be shown");
});
