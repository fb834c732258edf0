import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { requestStop } from "./request-stop.ts";

async function folder() {
  const path = await mkdtemp(join(tmpdir(), "request-stop-"));
  return {
    pipe: join(path, "stop"),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

test("a reader that comes late to a pipe that comes late is asked all the same", async () => {
  await using made = await folder();
  const asked = requestStop(made.pipe, new AbortController().signal);
  await wait(60);
  execFileSync("mkfifo", [made.pipe]);
  await wait(60);
  const reader = spawn("sh", ["-c", 'read -r word < "$1" && printf %s "$word"', "sh", made.pipe]);
  expect(await text(reader.stdout)).toBe("stop");
  await asked;
});

test("where nobody reads, it is given up with the signal", async () => {
  await using made = await folder();
  execFileSync("mkfifo", [made.pipe]);
  const over = new AbortController();
  const asked = requestStop(made.pipe, over.signal);
  await wait(60);
  over.abort();
  await asked;
});

test("a file in its place is not written to", async () => {
  await using made = await folder();
  await writeFile(made.pipe, "the agent's own");
  await requestStop(made.pipe, new AbortController().signal);
  expect(await readFile(made.pipe, "utf8")).toBe("the agent's own");
});

test("a reader that is there is asked once", async () => {
  await using made = await folder();
  execFileSync("mkfifo", [made.pipe]);
  const reader = spawn("sh", ["-c", 'cat "$1"', "sh", made.pipe]);
  await requestStop(made.pipe, new AbortController().signal);
  expect(await text(reader.stdout)).toBe("stop\n");
  if (reader.exitCode === null) await once(reader, "exit");
});
