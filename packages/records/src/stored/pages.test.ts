import { expect, test } from "vitest";
import { pages } from "./pages.ts";

/** What is asked for and given when the table holds the numbers from 1 to `size`. */
async function read(size: number, most?: number) {
  const asked: [after: number | null, limit: number][] = [];
  const rows: number[] = [];
  const page = async (after: number | null, limit: number) => {
    asked.push([after, limit]);
    const from = after ?? 0;
    return Array.from({ length: Math.min(limit, size - from) }, (_, i) => from + i + 1);
  };
  for await (const numbers of pages(page, most)) rows.push(...numbers);
  return { asked, rows };
}

test.each([0, 1, 199, 200, 201, 400, 450])("all of %d rows come once, in order", async (size) => {
  const { rows, asked } = await read(size);
  expect(rows).toEqual(Array.from({ length: size }, (_, i) => i + 1));
  expect(asked).toHaveLength(Math.floor(size / 200) + 1);
});

test("no more is asked for than is wanted", async () => {
  expect(await read(1_000, 250)).toMatchObject({
    asked: [
      [null, 200],
      [200, 50],
    ],
    rows: { length: 250 },
  });
  expect(await read(1_000, 0)).toEqual({ asked: [], rows: [] });
});
