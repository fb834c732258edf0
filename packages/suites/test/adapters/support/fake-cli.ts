import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What a fake program does. */
export interface FakeCliPlan {
  /** Bytes for stdout, written in pieces. */
  output: Buffer;
  exitCode?: number;
  stderr?: string;
  /** Written to the path that follows this argument. */
  report?: { argument: string; text: string };
  /** Stays after its output until a signal comes, then writes this and leaves with the code. */
  stay?: { signal: "SIGINT" | "SIGTERM"; output?: Buffer; exitCode: number };
  /** Stays and is deaf to signals, with a child in a session of its own. */
  deaf?: boolean;
}

/** A program that stands in for one of an agent. */
export interface FakeCli extends AsyncDisposable {
  path: string;
}

/** What a fake program says it saw, in `seen.json` of its working folder. */
export interface SeenByFake {
  argv: string[];
  env: Record<string, string>;
  stdin: string;
  home: string[];
  files: Record<string, string>;
}

/** Makes a program that tells what it was given, writes `hello.txt` and plays its part. */
export async function fakeCli(name: string, plan: FakeCliPlan): Promise<FakeCli> {
  const folder = await mkdtemp(join(tmpdir(), "fake-cli-"));
  await mkdir(join(folder, "bin"));
  const path = join(folder, "bin", name);
  await writeFile(path, program(plan));
  await chmod(path, 0o755);
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

function program({ output, exitCode = 0, stderr = "", report, stay, deaf }: FakeCliPlan): string {
  return `#!${process.execPath}
const fs = require("node:fs"), path = require("node:path"), { spawn } = require("node:child_process");
if (process.argv[2] === "--version") { console.log("fake 7.8.9 (build)"); process.exit(0); }
const files = {};
const walk = (at) => { for (const e of fs.readdirSync(at, { withFileTypes: true })) {
  const p = path.join(at, e.name);
  if (e.isDirectory()) walk(p); else files[path.relative(process.env.HOME, p)] = fs.readFileSync(p, "utf8");
} };
walk(process.env.HOME);
const stdin = fs.readFileSync(0, "utf8");
fs.writeFileSync("seen.json", JSON.stringify({ argv: process.argv.slice(2), env: process.env, stdin, files }));
fs.writeFileSync("hello.txt", "hello from fake model\\n");
process.stderr.write(${JSON.stringify(stderr)});
const bytes = Buffer.from(${JSON.stringify(output.toString("base64"))}, "base64");
for (let at = 0; at < bytes.length; at += 997) fs.writeSync(1, bytes.subarray(at, at + 997));
${report ? `fs.writeFileSync(process.argv[process.argv.indexOf(${JSON.stringify(report.argument)}) + 1], ${JSON.stringify(report.text)});` : ""}
${
  stay
    ? `process.on(${JSON.stringify(stay.signal)}, () => {
  fs.writeSync(1, Buffer.from(${JSON.stringify((stay.output ?? Buffer.alloc(0)).toString("base64"))}, "base64"));
  process.exit(${stay.exitCode});
});
setInterval(() => {}, 1000);`
    : deaf
      ? `for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});
setInterval(() => {}, 1000);
fs.writeFileSync("ready", "");`
      : `process.exitCode = ${exitCode};`
}
`;
}
