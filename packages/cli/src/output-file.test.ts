import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

test("a folder, and what is to be run, cannot be written", () => {
  expect(() => prepareOutput(".", folder)).toThrow("there is a folder of that name");
  writeFileSync(join(folder, "suite.json"), "{}");
  expect(() => prepareOutput("suite.json", folder, "--output", ["./suite.json"])).toThrow(
    "it is what is to be run",
  );
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
