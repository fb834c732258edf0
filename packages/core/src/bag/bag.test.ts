import fc from "fast-check";
import { expect, test } from "vitest";
import { Bag } from "./bag.ts";

test("holds what a set would hold", () => {
  const operations = fc.array(fc.tuple(fc.boolean(), fc.nat(9)));
  fc.assert(
    fc.property(operations, (steps) => {
      const items = Array.from({ length: 10 }, (_, name) => ({ name, place: -1 }));
      const bag = new Bag<(typeof items)[number]>();
      const set = new Set<(typeof items)[number]>();
      for (const [adds, index] of steps) {
        const item = items[index]!;
        if (adds) bag.add(item);
        else bag.delete(item);
        if (adds) set.add(item);
        else set.delete(item);
        expect(bag.size).toBe(set.size);
      }
      const byName = (a: { name: number }, b: { name: number }) => a.name - b.name;
      expect([...bag].sort(byName)).toEqual([...set].sort(byName));
      expect(bag.find(({ name }) => name === 3) !== undefined).toBe(set.has(items[3]!));
    }),
  );
});
