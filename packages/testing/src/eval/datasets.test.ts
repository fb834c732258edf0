import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { fromCsv } from "./from-csv.ts";
import { loadDataset } from "./load-dataset.ts";

async function file(name: string, text: string) {
  const folder = await mkdtemp(join(tmpdir(), "datasets-"));
  const path = join(folder, name);
  await writeFile(path, text);
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

test("a dataset is a list, the text of one, or a file with one", async () => {
  const cases = [
    { input: "a", expected: 1 },
    { id: "second", input: "b", metadata: { source: "own" } },
  ];
  const read = [{ id: "case-0", ...cases[0] }, cases[1]];
  await using written = await file("cases.json", `\uFEFF${JSON.stringify(cases)}`);
  expect(await loadDataset(cases)).toEqual(read);
  expect(await loadDataset(`\n${JSON.stringify(cases)}`)).toEqual(read);
  expect(await loadDataset(written.path)).toEqual(read);
});

test("entries are checked, then turned into cases", async () => {
  const schema = z.object({ q: z.string(), a: z.coerce.number() });
  const transform = ({ q, a }: z.output<typeof schema>, index: number) => ({
    id: `q${index}`,
    input: q,
    expected: a,
  });
  expect(await loadDataset([{ q: "1 + 1", a: "2" }], { schema, transform })).toEqual([
    { id: "q0", input: "1 + 1", expected: 2 },
  ]);
  await expect(loadDataset([{ q: "x", a: 1 }, { q: 3 }], { schema, transform })).rejects.toMatchObject({
    code: "invalid-dataset",
    message: expect.stringMatching(/case 1: q: /),
  });
});

test.each<[unknown, RegExp]>([
  [
    { a: 1 },
    /^The dataset cannot be used: it is \{"a":1\}; give a list of cases, the text of one or the path of a file\.$/,
  ],
  [undefined, /it is undefined; give a list/],
  [null, /it is null; give a list/],
  [7, /it is 7; give a list/],
  ["[1, 2", /the text cannot be read/],
  ["no-such-file.json", /no-such-file\.json cannot be read: ENOENT/],
  [[{ input: 1 }, { output: 1 }], /case 1 has no input/],
  [[{ input: 1 }, null], /case 1 has no input/],
  [[{ input: 1, id: 7 }], /id of case 0/],
  [
    [
      { input: 1, id: "a" },
      { input: 2, id: "a" },
    ],
    /cases 0 and 1 are both called a/,
  ],
  [[{ input: 1, id: "case-1" }, { input: 2 }], /both called case-1/],
])("%j is refused", async (source, message) => {
  await expect(loadDataset(source as never)).rejects.toMatchObject({
    code: "invalid-dataset",
    message: expect.stringMatching(message),
  });
});

test("a file that holds no list is refused", async () => {
  await using written = await file("cases.json", '{"input": 1}');
  await expect(loadDataset(written.path)).rejects.toThrow(/holds no list/);
});

test("rows of CSV become cases, from a text or a file", async () => {
  const text = 'name,question,answer\nfirst,"What is\n1 + 1?",2\nsecond,"Say ""hi""",hi\n';
  const mapping = {
    id: (row: Record<string, string>) => row.name!,
    input: (row: Record<string, string>) => row.question!,
    expected: (row: Record<string, string>) => row.answer!,
    metadata: (row: Record<string, string>) => ({ columns: Object.keys(row).length }),
  };
  const cases = [
    { id: "first", input: "What is\n1 + 1?", expected: "2", metadata: { columns: 3 } },
    { id: "second", input: 'Say "hi"', expected: "hi", metadata: { columns: 3 } },
  ];
  await using written = await file("cases.csv", text);
  expect(await fromCsv(text, mapping)).toEqual(cases);
  expect(await fromCsv(written.path, mapping)).toEqual(cases);
  expect(await fromCsv("q\n1\n", { input: ({ q }) => Number(q) })).toEqual([{ id: "case-0", input: 1 }]);
});

test.each([
  ["a,b\n1\n", /row 2 has 1 fields for 2 columns/],
  ["a,a\n1,2\n", /two columns are called "a"/],
  ["no-such-file.csv", /cannot be read: ENOENT/],
])("%j is refused", async (source, message) => {
  await expect(fromCsv(source, { input: (row) => row })).rejects.toThrow(message);
});

test.each([
  [
    " question,answer\n1,2\n",
    'The dataset cannot be used: row 2 has no input; the columns are " question", "answer".',
  ],
  [
    "question;answer\n1;2\n",
    'The dataset cannot be used: row 2 has no input; the columns are "question;answer", which looks like columns between semicolons: put commas between them.',
  ],
  [
    "question;answer\n1,5;2\n",
    'The dataset cannot be used: row 2 has 2 fields for 1 columns; the columns are "question;answer", which looks like columns between semicolons: put commas between them.',
  ],
  [
    "question\tanswer\n1\t2\n",
    'The dataset cannot be used: row 2 has no input; the columns are "question\\tanswer", which looks like columns between tabs: put commas between them.',
  ],
])("%j without the column that is asked for is refused", async (source, message) => {
  await expect(fromCsv(source, { input: ({ question }) => question })).rejects.toThrow(message);
});
