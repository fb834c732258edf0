import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, mkdtempDisposable, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { responseCacheConformance } from "../../test/conformance/response-cache.ts";
import type { CacheEntry } from "./cache-entry.ts";
import { createFileCache } from "./file-cache.ts";

responseCacheConformance("createFileCache", async () => {
  const folder = await mkdtemp(join(tmpdir(), "cache-"));
  return { cache: createFileCache(folder), dispose: () => rm(folder, { recursive: true }) };
});

const key = "ab".repeat(32);
const entry: CacheEntry = {
  format: 1,
  modelId: "test/model",
  savedAt: "2026-01-02T03:04:05.678Z",
  answer: {
    content: [{ type: "text", text: "kept" }],
    finishReason: { unified: "stop", raw: "stop" },
    usage: { inputTokens: {}, outputTokens: {} },
    warnings: [],
  },
};

test("one file an entry, sharded, with nothing left beside it", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "cache-"));
  const cache = createFileCache(join(folder.path, "made", "when", "needed"));
  await cache.put(key, entry);
  expect(await readdir(join(folder.path, "made/when/needed"))).toEqual(["ab"]);
  expect(await readdir(join(folder.path, "made/when/needed/ab"))).toEqual([`${key}.json`]);
});

test("another cache over the same folder finds it", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "cache-"));
  await createFileCache(folder.path).put(key, entry);
  expect(await createFileCache(folder.path).get(key)).toEqual(entry);
});

test.each([
  ["cut short", '{"format":1,"modelId":"test/mo'],
  ["empty", ""],
  ["of another format", JSON.stringify({ ...entry, format: 2 })],
  ["without an answer", JSON.stringify({ ...entry, answer: null })],
  ["with half an answer", JSON.stringify({ ...entry, answer: { content: [] } })],
  ["not an object", "7"],
])("an entry that is %s counts as missing, with a warning", async (_, text) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "cache-"));
  const warnings: string[] = [];
  const cache = createFileCache(folder.path, { onWarning: (message) => warnings.push(message) });
  await mkdir(join(folder.path, "ab"));
  await writeFile(join(folder.path, "ab", `${key}.json`), text);
  expect(await cache.get(key)).toBeUndefined();
  expect(warnings).toEqual([expect.stringContaining(`${key}.json is damaged or of another version`)]);
  await cache.put(key, entry);
  expect(await cache.get(key)).toEqual(entry);
});

test("a file that is missing is no reason for a warning, one that cannot be read is", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "cache-"));
  const warnings: string[] = [];
  const cache = createFileCache(folder.path, { onWarning: (message) => warnings.push(message) });
  expect(await cache.get(key)).toBeUndefined();
  expect(warnings).toEqual([]);
  await mkdir(join(folder.path, "ab", `${key}.json`), { recursive: true });
  expect(await cache.get(key)).toBeUndefined();
  expect(warnings).toEqual([expect.stringContaining("cannot be read (EISDIR)")]);
});

test("a write that fails leaves no temporary file and says so", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "cache-"));
  const cache = createFileCache(folder.path);
  await mkdir(join(folder.path, "ab", `${key}.json`), { recursive: true });
  await expect(cache.put(key, entry)).rejects.toThrow();
  expect(await readdir(join(folder.path, "ab"))).toEqual([`${key}.json`]);
});

test("several processes writing one key leave one whole entry", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "cache-"));
  const script = join(folder.path, "writer.mjs");
  await writeFile(
    script,
    `import { createFileCache } from ${JSON.stringify(new URL("./file-cache.ts", import.meta.url).href)};
     const entry = ${JSON.stringify(entry)};
     const cache = createFileCache(${JSON.stringify(folder.path)});
     for (let round = 0; round < 40; round++) {
       entry.answer.content[0].text = process.argv[2].repeat(20000);
       await cache.put(${JSON.stringify(key)}, entry);
     }`,
  );
  const writers = ["a", "b", "c"].map((letter) => fork(script, [letter], { execArgv: [] }));
  const warnings: string[] = [];
  const cache = createFileCache(folder.path, { onWarning: (message) => warnings.push(message) });
  const over = Promise.all(writers.map((writer) => once(writer, "exit")));
  let running = true;
  void over.then(() => {
    running = false;
  });
  while (running) {
    await cache.get(key);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect((await over).map(([code]) => code)).toEqual([0, 0, 0]);
  expect(warnings).toEqual([]);
  const text = await readFile(join(folder.path, "ab", `${key}.json`), "utf8");
  const last = (JSON.parse(text).answer.content[0] as { text: string }).text;
  expect(["a", "b", "c"].map((letter) => letter.repeat(20000))).toContain(last);
  expect(await readdir(join(folder.path, "ab"))).toHaveLength(1);
});
