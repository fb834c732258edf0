import { expect, test } from "vitest";
import { sharedStarts } from "../page/parts/shared-starts.ts";

/** What stays of each name when there is no room. */
function ends(...names: string[]): string[] {
  const shared = sharedStarts(names);
  return names.map((name) => name.slice(shared.get(name)));
}

test("of names that begin alike stays what tells each from all others, and a few signs before it", () => {
  expect(ends("packages/app/long-prefix-b", "solo", "packages/app/long-prefix-a")).toEqual([
    "efix-b",
    "solo",
    "efix-a",
  ]);
  expect(ends("packages/a/test/index.test.ts", "packages/b/test/index.test.ts")).toEqual([
    "a/test/index.test.ts",
    "b/test/index.test.ts",
  ]);
  expect(ends("long-name", "long-name-and-more")).toEqual(["long-name", "-and-more"]);
});

test("a name that begins like no other, or hardly so, loses nothing", () => {
  const names = [
    "two-subjects",
    "twelve-subjects",
    "packages/app/one",
    "مقارنة الأنماط واحد",
    "مقارنة الأنماط اثنان",
  ];
  expect(ends(...names)).toEqual(names);
  expect(ends("the-same-name-twice", "the-same-name-twice")).toEqual([
    "the-same-name-twice",
    "the-same-name-twice",
  ]);
});

test("no sign is torn apart", () => {
  expect(ends("compare 🚀🚀🚀🚀🚀🚀", "compare 🚀🚀🚀🚀🚀🚒")).toEqual(["🚀🚀🚀", "🚀🚀🚒"]);
});
