import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readScript } from "./read-script.ts";

test("reads a script from its file", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "script-"));
  const file = join(folder.path, "script.json");
  await writeFile(file, '{ "turns": [{ "text": "hello" }] }');
  expect(readScript(file)).toEqual({ conversations: [{ turns: [{ text: "hello" }] }] });
  // As some editors begin a file.
  await writeFile(file, '\ufeff{ "turns": [{ "text": "hello" }] }');
  expect(readScript(file)).toEqual({ conversations: [{ turns: [{ text: "hello" }] }] });
});

test("each mistake names the file", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "script-"));
  const file = join(folder.path, "script.json");
  expect(() => readScript(file)).toThrow(`Script ${file}: there is no such file`);
  expect(() => readScript(folder.path)).toThrow(`Script ${folder.path}: the file cannot be read (EISDIR)`);
  await writeFile(file, "{ turns");
  expect(() => readScript(file)).toThrow(`Script ${file}: not JSON`);
  await writeFile(file, '{ "turns": 1 }');
  expect(() => readScript(file)).toThrow(`Script ${file}, turns: must be a list.`);
});
