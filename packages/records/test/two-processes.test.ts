import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { createSqliteStore } from "../src/index.ts";
import { fromSource } from "./support/from-source.ts";
import { all, manifest } from "./support/sample-records.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const run = promisify(execFile);
const child = fileURLToPath(new URL("./support/claiming-child.ts", import.meta.url));

interface Script {
  /** Says a line to it, and waits for something it prints. */
  tell: (line: string) => Promise<void>;
  /** Says a last line to it, and gives what it has printed when it has ended. */
  go: () => Promise<string[]>;
}

/** Starts a child, and waits until it is ready. */
async function startScript(script: string, ...args: string[]): Promise<Script> {
  const started = spawn(process.execPath, [fromSource, script, ...args], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void started.kill("SIGKILL"));
  let said = "";
  started.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const closed = once(started, "close");
  /** What it prints next; fails when it ends instead. */
  const heard = async () => {
    const ended = closed.then(([code]) => Promise.reject(new Error(`It ended with ${code}.`)));
    await Promise.race([once(started.stdout, "data"), ended]);
  };
  await heard();
  const tell = async (line: string) => {
    const answer = heard();
    started.stdin.write(`${line}\n`);
    await answer;
  };
  const go = async () => {
    started.stdin.end("go\n");
    expect(await closed).toEqual([0, null]);
    return said.trim().split("\n").slice(1);
  };
  return { tell, go };
}

test("two processes on one file run each cell exactly once", async () => {
  const file = join(temporaryFolder(), "x.db");
  const store = createSqliteStore(file);
  const { id } = await store.createRun(manifest, 500);
  const children = await Promise.all(["one", "two"].map((name) => startScript(child, file, id, name, "500")));
  await Promise.all(children.map(({ tell }) => tell("begin")));
  const done = await Promise.all(children.map(({ go }) => go()));
  expect(done.flat().sort()).toEqual(Array.from({ length: 500 }, (_, i) => `${i} 1 true`).sort());
  for (const lines of done) expect(lines.length).toBeGreaterThan(0);
  expect(await store.totals(id)).toMatchObject({
    attempts: 500,
    running: 0,
    outcomes: { passed: 500 },
    spend: { subject: 0.5 },
  });
  expect(await all(store.cells(id))).toHaveLength(500);
  await store.close();
});

test("a file that many processes make at the same moment is made once", async () => {
  const file = join(temporaryFolder(), "x.db");
  const source = new URL("../src/index.ts", import.meta.url).href;
  const script = `import { createSqliteStore } from ${JSON.stringify(source)};
    const store = createSqliteStore(${JSON.stringify(file)});
    await store.createRun(${JSON.stringify(manifest)}, 1);
    await store.close();`;
  const starts = Array.from({ length: 4 }, () =>
    run(process.execPath, [fromSource, "--input-type=module", "-e", script]),
  );
  for (const { stderr } of await Promise.all(starts)) expect(stderr).toBe("");
  const store = createSqliteStore(file);
  expect(await all(store.runs())).toHaveLength(4);
  await store.close();
});

test("many processes that open the same definition at the same moment get one run", async () => {
  const file = join(temporaryFolder(), "x.db");
  const opener = fileURLToPath(new URL("./support/opening-child.ts", import.meta.url));
  const children = await Promise.all(
    Array.from({ length: 3 }, () => startScript(opener, file, JSON.stringify(manifest))),
  );
  const lines = await Promise.all(children.map(({ go }) => go()));
  for (let round = 0; round < 20; round++) {
    const opened = lines.map((said) => said[round]!.split(" "));
    expect(new Set(opened.map(([id]) => id)).size).toBe(1);
    expect(opened.filter(([, created]) => created === "true")).toHaveLength(1);
  }
  const store = createSqliteStore(file);
  expect(await all(store.runs())).toHaveLength(20);
  await store.close();
});

test("a lock that another process holds is waited for, and this one goes on meanwhile", async () => {
  const file = join(temporaryFolder(), "x.db");
  const store = createSqliteStore(file);
  const { id } = await store.createRun(manifest, 1);
  const other = new DatabaseSync(file);
  other.exec("BEGIN IMMEDIATE");
  const locked = performance.now();
  const beats: number[] = [];
  const pulse = setInterval(() => beats.push(performance.now()), 2);
  const made = store.createRun(manifest, 1);
  // A read waits for what was told before it, and sees it.
  const listed = all(store.runs());
  const reads = Promise.all(Array.from({ length: 50 }, () => store.books(id)));
  setTimeout(() => other.exec("ROLLBACK"), 700);
  expect(await made).toMatchObject({ state: "running" });
  expect(performance.now() - locked).toBeGreaterThan(600);
  expect(await listed).toHaveLength(2);
  expect(await reads).toHaveLength(50);
  clearInterval(pulse);
  const standstills = beats.map((at, i) => at - (beats[i - 1] ?? locked));
  // A statement waits for 10 ms at most; the bound leaves room for a machine that is busy with other tests.
  expect(Math.max(...standstills)).toBeLessThan(400);
  expect(beats.length).toBeGreaterThan(10);
  other.close();
  await store.close();
});
