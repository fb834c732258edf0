import fc from "fast-check";
import { expect, test } from "vitest";
import { Line } from "./line.ts";

class Item {
  before: Item | null = null;
  behind: Item | null = null;
  readonly name: number;

  constructor(name: number) {
    this.name = name;
  }
}

function namesIn(line: Line<Item>): number[] {
  const names: number[] = [];
  for (let at = line.first; at; at = at.behind) names.push(at.name);
  return names;
}

test("has whom a set would have, in the same order", () => {
  const operations = fc.array(fc.tuple(fc.boolean(), fc.nat(9)), { maxLength: 60 });
  fc.assert(
    fc.property(operations, (steps) => {
      const items = Array.from({ length: 10 }, (_, name) => new Item(name));
      const line = new Line<Item>();
      const set = new Set<number>();
      for (const [adds, name] of steps) {
        const item = items[name]!;
        expect(line.has(item)).toBe(set.has(name));
        if (adds) line.add(item);
        else expect(line.delete(item)).toBe(set.has(name));
        if (adds) set.add(name);
        else set.delete(name);
        expect(namesIn(line)).toEqual([...set]);
        expect(line.size).toBe(set.size);
        expect(line.find((each) => each.name >= 3)?.name).toBe([...set].find((each) => each >= 3));
      }
    }),
  );
});

test("who has left points at nobody", () => {
  const line = new Line<Item>();
  const [one, two, three] = [new Item(1), new Item(2), new Item(3)];
  for (const item of [one, two, three]) line.add(item);
  line.delete(two);
  expect([two.before, two.behind]).toEqual([null, null]);
  line.delete(one);
  expect([one.before, one.behind]).toEqual([null, null]);
  expect([three.before, three.behind]).toEqual([null, null]);
  expect(line.first).toBe(three);
});

test("is gone through as it was, whoever comes or leaves meanwhile", () => {
  const line = new Line<Item>();
  const items = [new Item(1), new Item(2), new Item(3)];
  for (const item of items) line.add(item);
  const seen: number[] = [];
  for (const item of line) {
    seen.push(item.name);
    for (const each of items) line.delete(each);
    line.add(new Item(4));
  }
  expect(seen).toEqual([1, 2, 3]);
});
