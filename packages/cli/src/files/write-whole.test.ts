import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareOutput } from "./output-file.ts";
import { streamWhole, writeWhole } from "./write-whole.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "whole-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("what is written stands there", async () => {
  writeWhole(join(folder, "a"), "one\n");
  await streamWhole(join(folder, "b"), ["one", "two"]);
  expect([readFileSync(join(folder, "a"), "utf8"), readFileSync(join(folder, "b"), "utf8")]).toEqual([
    ...["one\n", "onetwo"],
  ]);
});

test("what cannot be written names the file and the way out, and a device stays", async () => {
  const path = join(folder, "full");
  symlinkSync("/dev/full", path);
  const lost = {
    code: "output-lost",
    message: `${path} could not be written: no space left on device. No half of it is left; make room there, or name a file elsewhere.`,
  };
  expect(() => writeWhole(path, "text")).toThrow(expect.objectContaining(lost));
  expect(() => writeWhole(path, "text", "It is kept.")).toThrow(/elsewhere\. It is kept\.$/);
  await expect(streamWhole(path, ["text"])).rejects.toMatchObject(lost);
  expect(statSync(path).isCharacterDevice()).toBe(true);
});

test.runIf(process.platform !== "win32")(
  "a pipe has one writer, and one that nobody reads is told",
  async () => {
    const path = join(folder, "pipe");
    execFileSync("mkfifo", [path]);
    const lost = expect.objectContaining({ code: "output-lost" });
    expect(() => writeWhole(path, "text")).toThrow(lost);
    await expect(streamWhole(path, ["text"])).rejects.toEqual(lost);
    for (const write of [async () => writeWhole(path, "one\n"), () => streamWhole(path, ["one", "\n"])]) {
      const reader = spawn("cat", [path], { stdio: ["ignore", "pipe", "inherit"] });
      const read = text(reader.stdout);
      expect(prepareOutput(path, folder)).toBe(path);
      // Until it has opened the pipe nobody reads it.
      await expect.poll(write).toBe(undefined);
      expect(await read).toBe("one\n");
    }
  },
);

test.runIf(process.platform === "linux")(
  "what cannot be opened where it stands stays, and the reason is told",
  async () => {
    const path = "/proc/sys/kernel/ostype";
    const before = readFileSync(path, "utf8");
    const message = expect.stringMatching(
      / could not be written: (permission denied|read-only file system)\. No half of it is left; set that right, or /,
    );
    expect(() => writeWhole(path, "text")).toThrow(expect.objectContaining({ code: "output-lost", message }));
    await expect(streamWhole(path, ["text"])).rejects.toMatchObject({ code: "output-lost", message });
    expect(readFileSync(path, "utf8")).toBe(before);
  },
);

test("what breaks off in the midst leaves what stood there before, and its error is its own", async () => {
  async function* pieces() {
    yield "half";
    throw new Error("the records are damaged");
  }
  await expect(streamWhole(join(folder, "half"), pieces())).rejects.toThrow(/^the records are damaged$/);
  expect(readdirSync(folder)).not.toContain("half");
  await streamWhole(join(folder, "half"), ["whole"]);
  await expect(streamWhole(join(folder, "half"), pieces())).rejects.toThrow();
  expect(readFileSync(join(folder, "half"), "utf8")).toBe("whole");
});

test.each<NodeJS.Signals>(["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"])(
  "a process that %s ends in the midst leaves what stood there before",
  async (signal) => {
    const path = join(folder, signal);
    writeWhole(path, "before");
    const module = fileURLToPath(new URL("./write-whole.ts", import.meta.url));
    const program = `
      import { streamWhole } from ${JSON.stringify(module)};
      async function* pieces() {
        yield "half".repeat(100_000);
        process.kill(process.pid, ${JSON.stringify(signal)});
        await new Promise((end) => setTimeout(end, 60_000));
      }
      await streamWhole(${JSON.stringify(path)}, pieces());`;
    const args = ["--conditions=@flow-state-dev/source", "--input-type=module", "-e", program];
    const ended = spawnSync(process.execPath, args, { cwd: dirname(module), encoding: "utf8" });
    expect([ended.signal, ended.stderr]).toEqual([signal, ""]);
    expect(readFileSync(path, "utf8")).toBe("before");
    const left = readdirSync(folder).filter((name) => name.includes(`.${signal}.`));
    expect(left).toHaveLength(signal === "SIGKILL" ? 1 : 0);
    // Whoever is to write it next tidies up first.
    prepareOutput(signal, folder);
    expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
  },
);
