import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareOutput, writeOutput } from "./output-file.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "output-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("a file that can be written is not made before, and one that is there stays as it is", () => {
  const path = prepareOutput("deep/out.json", folder);
  expect(existsSync(path)).toBe(false);
  writeOutput(path, "{}");
  prepareOutput("deep/out.json", folder);
  expect(readFileSync(path, "utf8")).toBe("{}\n");
});

test("a link that leads to no file yet stays one, and what is written goes where it leads", () => {
  const link = join(folder, "latest.json");
  symlinkSync("dated.json", link);
  const path = prepareOutput("latest.json", folder);
  expect(existsSync(join(folder, "dated.json"))).toBe(false);
  writeOutput(path, "{}");
  expect(readlinkSync(link)).toBe("dated.json");
  expect(readFileSync(join(folder, "dated.json"), "utf8")).toBe("{}\n");
});

test("a folder, and what is to be run, cannot be written", () => {
  expect(() => prepareOutput(".", folder)).toThrow("there is a folder of that name");
  writeFileSync(join(folder, "suite.json"), "{}");
  expect(() => prepareOutput("suite.json", folder, "--output", ["./suite.json"])).toThrow(
    "it is what is to be run",
  );
});

test("the records are not written over, by whatever name", () => {
  expect(() => prepareOutput(".x/x.db", folder)).toThrow(
    "--output .x/x.db cannot be written: it is in the folder of the records; name a file elsewhere.",
  );
  expect(existsSync(join(folder, ".x"))).toBe(false);
  mkdirSync(join(folder, ".x"));
  writeFileSync(join(folder, ".x/x.db"), "records");
  symlinkSync(".x", join(folder, "aside"));
  symlinkSync(".x/x.db", join(folder, "link.json"));
  for (const file of [".x/x.db", ".x/new/r.json", "./deep/../.x/x.db", "aside/r.json", "link.json"])
    expect(() => prepareOutput(file, folder, "--junit"), file).toThrow("it is in the folder of the records");
  expect(() => prepareOutput("../.x/r.json", join(folder, "deep"))).toThrow(
    "it is in the folder of the records",
  );
  expect(readFileSync(join(folder, ".x/x.db"), "utf8")).toBe("records");
  mkdirSync(join(folder, "mine/.x"), { recursive: true });
  expect(prepareOutput("mine/.x/r.json", folder)).toBe(join(folder, "mine/.x/r.json"));
});

test("a dash is no file, unless it is named as one", () => {
  expect(() => prepareOutput("-", folder)).toThrow(
    '--output - cannot be written: it would be a file called "-", not stdout; name a file, or ./- for this one.',
  );
  expect(prepareOutput("./-", folder)).toBe(join(folder, "-"));
});

test("two that try the same file at once are in nobody's way", async () => {
  const source = `
    import { workerData } from "node:worker_threads";
    const { prepareOutput } = await import(workerData.module);
    for (let turn = 0; turn < 1000; turn++) prepareOutput(turn + "/card.txt", workerData.folder);`;
  const workerData = { module: import.meta.resolve("./output-file.ts"), folder };
  const url = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
  const options = { workerData, execArgv: ["--conditions=@flow-state-dev/source"] };
  const ends = [1, 2].map(
    () =>
      new Promise((resolve, reject) => {
        new Worker(url, options).once("error", reject).once("exit", resolve);
      }),
  );
  expect(await Promise.all(ends)).toEqual([0, 0]);
});
