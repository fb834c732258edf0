import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { afterAll, expect, test } from "vitest";
import { innerShell } from "./inner-shell.ts";

const folder = mkdtempSync(join(tmpdir(), "x-inner-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A shell that has said that it is there, and the line on which it did. */
async function start(line: string, options: { watched?: boolean } = {}) {
  const [program, ...args] = innerShell(["sh", "-c", line], {}, options);
  const child = spawn(program, args, {
    cwd: folder,
    detached: true,
    stdio: ["ignore", "pipe", "inherit", "pipe"],
  });
  const word = child.stdio[3] as Duplex;
  const ended = once(child, "close").then(([code, signal]) => ({ code, signal }));
  const [ready] = await once(word, "data");
  return { child, word, ended, ready: String(ready) };
}

test("the command begins when it is told to", async () => {
  const { word, ended, ready } = await start("touch told; exit 7");
  expect(ready).toMatch(/^(pid:\[\d+\]|ready)\n$/);
  word.write("\n");
  expect(await ended).toEqual({ code: 7, signal: null });
  expect(existsSync(join(folder, "told"))).toBe(true);
});

test("when whoever started it is gone before that, it never begins", async () => {
  const { word, ended } = await start("touch untold");
  word.destroy();
  expect(await ended).toEqual({ code: 125, signal: null });
  expect(existsSync(join(folder, "untold"))).toBe(false);
});

test("a watched one ends with its group when whoever started it is gone", async () => {
  const { child, word, ended } = await start("sleep 60 & echo began; wait", { watched: true });
  word.write("\n");
  expect(String((await once(child.stdout!, "data"))[0])).toBe("began\n");
  word.destroy();
  // Not before the one in the background is dead too: it holds the output.
  expect(await ended).toEqual({ code: null, signal: "SIGKILL" });
});

test("a watched one has no child that it did not make", async () => {
  const { child, word, ended } = await start("cat /proc/$$/task/$$/children; echo end", { watched: true });
  const output: string[] = [];
  child.stdout!.on("data", (chunk) => output.push(String(chunk)));
  word.write("\n");
  await once(child, "exit");
  word.destroy();
  await ended;
  // On Linux `cat` itself is the only one.
  expect(
    output
      .join("")
      .trim()
      .split(/\s+/)
      .filter((each) => each !== "end").length,
  ).toBeLessThanOrEqual(1);
  expect(output.join("")).toContain("end");
});
