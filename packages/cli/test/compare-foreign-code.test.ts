import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CompleteReport } from "@flow-state-dev/testing";
import { describe, expect, test } from "vitest";
import { runProgram } from "./run-program.ts";
import { runX, x } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

/** A benchmark of one subject on simulated models: what is to happen in a cell, and when the module loads. */
const benchmarkOf = ({
  cell = "",
  load = "",
  tasks = 3,
}: {
  cell?: string;
  load?: string;
  tasks?: number;
}) => `
import { handler } from "@flow-state-dev/core";
${load}
const subject = {
  name: "mine",
  kind: "pattern",
  sequencer: handler({ name: "mine", execute: async () => { ${cell}; return "42"; } }),
  mapTask: ({ prompt }) => prompt,
};
export default {
  name: "foreign",
  subjects: [subject],
  baseline: false,
  tasks: Array.from({ length: ${tasks} }, (_, at) => ({
    id: "t" + at, category: "all", prompt: "What is 6 × 7?", rubric: ["Is 42"],
  })),
  model: "sim/strong",
  judgeModel: "sim/judge",
  runs: 1,
};
`;

/** Runs `x compare` on a module with this text. */
async function compare(text: string, ...flags: string[]) {
  await using folder = await tempFolder();
  writeFileSync(join(folder.path, "bench.ts"), text);
  return await runX(["compare", "bench.ts", ...flags], { cwd: folder.path });
}

test.each(["ES module", "CommonJS"])(
  "%s: a benchmark has the packages of the x that runs it, whatever is installed",
  async (kind) => {
    await using folder = await tempFolder();
    const esModule = benchmarkOf({ tasks: 1 });
    const commonJs = esModule
      .replace(/import (\{[^}]+\}) from ("[^"]+");/, "const $1 = require($2);")
      .replace("export default", "module.exports =");
    const file = kind === "CommonJS" ? "bench.cjs" : "bench.ts";
    writeFileSync(join(folder.path, file), kind === "CommonJS" ? commonJs : esModule);
    const alone = await runX(["compare", file], { cwd: folder.path });
    expect(alone.stderr).not.toContain("cannot be loaded");
    expect(alone.stdout).toContain("1 subject × 1 task × 1 run");

    // Another copy, as in a project whose x is installed elsewhere.
    for (const name of ["core", "testing"]) {
      const installed = join(folder.path, "node_modules", "@flow-state-dev", name);
      mkdirSync(installed, { recursive: true });
      const exports = { ".": { default: "./index.cjs" } };
      writeFileSync(
        join(installed, "package.json"),
        JSON.stringify({ name: `@flow-state-dev/${name}`, exports }),
      );
      writeFileSync(join(installed, "index.cjs"), 'throw new Error("another copy");');
    }
    const beside = await runX(["compare", file], { cwd: folder.path });
    expect(beside.stderr).not.toContain("another copy");
    expect(beside.stdout).toContain("1 subject × 1 task × 1 run");
  },
);

describe("what nobody waits for", () => {
  test("a rejection is told once, and the run goes on; so it is with --resume", async () => {
    await using folder = await tempFolder();
    const cell = `Promise.reject(new Error("floating\\nand more"))`;
    writeFileSync(join(folder.path, "bench.ts"), benchmarkOf({ cell }));
    // One at a time: cells whose subject has done its work do not begin it again.
    const args = ["compare", "bench.ts", "--concurrency", "1"];
    const first = await runX([...args, "--max-cost", "0.0000001"], { cwd: folder.path });
    const told =
      /warning: Something in the benchmark rejected and nobody waited for it: floating \(bench\.ts:\d+\)\. /g;
    expect(first.stderr).not.toMatch(/^\s+at /m);
    expect(first.code).toBe(1);
    const resumed = await runX([...args, "--max-cost", "1", "--resume"], { cwd: folder.path });
    expect(resumed.stderr.match(told)).toHaveLength(1);
    expect(resumed.stderr).not.toMatch(/^\s+at /m);
    expect(resumed.stdout).toContain("Coverage 3 of 3");
    expect(resumed.code).toBe(0);
  });

  test("an error in a timer ends the command with one sentence and a code of its own; --resume goes on", async () => {
    await using folder = await tempFolder();
    const cell = `
      if (process.env.BREAK) setTimeout(() => { throw new Error("boom"); });
      await new Promise((resolve) => setTimeout(resolve, 50))`;
    writeFileSync(join(folder.path, "bench.ts"), benchmarkOf({ cell }));
    const broken = await runX(["compare", "bench.ts"], { cwd: folder.path, env: { BREAK: "1" } });
    expect(broken).toMatchObject({ code: 10, stdout: "" });
    expect(broken.stderr).toMatch(
      /^An error that nobody caught ended the command: boom \(bench\.ts:\d+\)\. Finished cells are kept; those under way will run again\. Go on later with the same command and --resume\.$/m,
    );
    expect(broken.stderr).not.toMatch(/^\s+at /m);
    const resumed = await runX(["compare", "bench.ts", "--resume"], { cwd: folder.path });
    expect(resumed).toMatchObject({ code: 0, stdout: expect.stringContaining("Coverage 3 of 3") });
  });

  test("an error in a timer before anything runs promises nothing about going on", async () => {
    const load = `setTimeout(() => { throw new Error("early"); });\nawait new Promise((done) => setTimeout(done, 5000));`;
    const { code, stdout, stderr } = await compare(benchmarkOf({ load }));
    expect({ code, stdout }).toEqual({ code: 10, stdout: "" });
    expect(stderr).toBe(
      "An error that nobody caught ended the command: early (bench.ts:3). Nothing was run or spent.\n",
    );
  });

  test.each([
    ["ends the process", "process.exit(0)", "The benchmark ended the process, say with process.exit."],
    [
      "waits for what never comes",
      "await new Promise(() => {})",
      "The benchmark waits for something that never comes, and nothing else is left to do.",
    ],
  ])("a module that %s is no success, and is told so", async (_what, load, sentence) => {
    const { code, stdout, stderr } = await compare(benchmarkOf({ load: `${load};` }));
    expect({ code, stdout, stderr }).toEqual({
      ...{ code: 4, stdout: "", stderr: `${sentence} Nothing was run or spent.\n` },
    });
  });

  test("neither is a cell that ends the process; --resume goes on", async () => {
    await using folder = await tempFolder();
    writeFileSync(
      join(folder.path, "bench.ts"),
      benchmarkOf({ cell: "if (process.env.BREAK) process.exit(0)" }),
    );
    const broken = await runX(["compare", "bench.ts"], { cwd: folder.path, env: { BREAK: "1" } });
    expect(broken).toMatchObject({ code: 10, stdout: "" });
    expect(broken.stderr).toMatch(
      /\nThe benchmark ended the process, say with process\.exit\. Finished cells are kept; those under way will run again\. Go on later with the same command and --resume\.\n$/,
    );
    const resumed = await runX(["compare", "bench.ts", "--resume"], { cwd: folder.path });
    expect(resumed).toMatchObject({ code: 0, stdout: expect.stringContaining("Coverage 3 of 3") });
  });

  test("on a terminal the line that is drawn anew is taken away before the sentence", async () => {
    await using folder = await tempFolder();
    const cell = `setTimeout(() => { throw new Error("boom"); }, 400); await new Promise((done) => setTimeout(done, 3000))`;
    writeFileSync(join(folder.path, "bench.ts"), benchmarkOf({ cell }));
    const line = `"${process.execPath}" "${x}" compare bench.ts`;
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, TERM: "xterm" };
    const { code, stdout } = await runProgram("script", ["-qec", line, "/dev/null"], {
      cwd: folder.path,
      env,
    });
    expect(code).toBe(10);
    const [before, after] = stdout.split("An error that nobody caught");
    expect(before!.endsWith("\u001b[0J")).toBe(true);
    expect(after).not.toContain("\u001b");
  });
});

describe("what a benchmark prints", () => {
  test("console goes to stderr, when the module loads and while it runs: stdout stays the report", async () => {
    const load = `console.log("loaded %d", 1); console.table([{ a: "cell of a table" }]); console.dir({ dir: 1 });`;
    const cell = `console.info("in a cell"); console.group("group"); console.debug("inner"); console.groupEnd()`;
    const { code, stdout, stderr } = await compare(benchmarkOf({ load, cell, tasks: 1 }), "--format", "json");
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as CompleteReport).results).toHaveLength(1);
    for (const said of ["loaded 1\n", "cell of a table", "{ dir: 1 }\n", "in a cell\n", "group\n  inner\n"])
      expect(stderr).toContain(said);
  });

  test("process.stdout.write goes there too, and what is piped to it", async () => {
    const load = `
      import { Readable } from "node:stream";
      process.stdout.write("loaded\\n");
      process.on("exit", () => { console.log("at the end"); process.stdout.write("of all"); });`;
    const cell = `
      process.stdout.write("half a ");
      await new Promise((done) => process.stdout.write(Buffer.from("line\\n"), done));
      await new Promise((done) => Readable.from(["piped\\n"]).on("end", done).pipe(process.stdout))`;
    for (const flags of [["--format", "json"], ["--plan"]]) {
      const { code, stdout, stderr } = await compare(benchmarkOf({ load, cell, tasks: 1 }), ...flags);
      expect(code, stderr).toBe(0);
      if (flags.includes("--plan")) expect(stdout).toMatch(/^1 cell .*Nothing was spent\.\n$/s);
      else expect((JSON.parse(stdout) as CompleteReport).results).toHaveLength(1);
      const said = flags.includes("--plan") ? [] : ["half a line\n", "piped\n"];
      for (const each of ["loaded\n", ...said]) expect(stderr).toContain(each);
      expect(stderr).toMatch(/at the end\nof all\n?$/);
    }
  });
});

describe("what comes after the result", () => {
  test("a rejection is a warning, and the exit code is that of the result", async () => {
    const cell = `setTimeout(() => Promise.reject(new Error("late")), 700)`;
    const { code, stdout, stderr } = await compare(benchmarkOf({ cell, tasks: 1 }), "--format", "json");
    expect(code, stderr).toBe(0);
    expect((JSON.parse(stdout) as CompleteReport).results).toHaveLength(1);
    expect(stderr).toMatch(
      /^warning: Something in the benchmark rejected and nobody waited for it: late \(bench\.ts:\d+\)\. The result stands; await it, or catch it\.$/m,
    );
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test("so is an error that nobody catches, whatever the code of the result is", async () => {
    const cell = `setTimeout(() => { throw new Error("late"); }, 700)`;
    const flags = ["--max-cost", "0.0000001"];
    const { code, stdout, stderr } = await compare(benchmarkOf({ cell, tasks: 3 }), ...flags);
    expect(code, stderr).toBe(1);
    expect(stdout).toContain("Coverage ");
    expect(stderr).toMatch(
      /^warning: An error that nobody caught came after the result, which stands: late \(bench\.ts:\d+\)\.$/m,
    );
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

describe("what is wrong with a module is told with its place", () => {
  test.each([
    ["throws", "const a = 1;\nthrow new Error('boom');", "bench.ts cannot be loaded: boom (bench.ts:2)\n"],
    ["throws no error", "throw { a: 1 };", "bench.ts cannot be loaded: { a: 1 }\n"],
    [
      "has a type that is not erased",
      "\nenum A { x }",
      "strip-only mode (bench.ts:2). Write it as JavaScript does, or set NODE_OPTIONS=--experimental-transform-types.\n",
    ],
    ["has a syntax error", "const a = 1;\nconst b = ;", "(bench.ts:2)\n"],
    ["imports what throws", "import './other/part.mjs';", "cannot be loaded: part (other/part.mjs:3)\n"],
    ["imports a name that is not there", "\nimport { nope } from 'node:fs';", "(bench.ts:2)\n"],
  ])("%s", async (_what, text, end) => {
    await using folder = await tempFolder();
    mkdirSync(join(folder.path, "other"));
    writeFileSync(join(folder.path, "bench.ts"), text);
    writeFileSync(
      join(folder.path, "other/part.mjs"),
      "function f() {\n\n  throw new Error('part');\n}\nf();",
    );
    const { code, stdout, stderr } = await runX(["compare", "bench.ts"], { cwd: folder.path });
    expect({ code, stdout }).toEqual({ code: 4, stdout: "" });
    expect(stderr).toMatch(/^bench\.ts cannot be loaded: .*\n$/);
    expect(stderr.endsWith(end)).toBe(true);
  });

  test("plain JavaScript that does not parse", async () => {
    await using folder = await tempFolder();
    writeFileSync(join(folder.path, "a b.mjs"), "const a = 1;\nconst b = ;");
    const { code, stderr } = await runX(["compare", "a b.mjs"], { cwd: folder.path });
    expect(code).toBe(4);
    expect(stderr).toBe("a b.mjs cannot be loaded: Unexpected token ';' (a b.mjs:2)\n");
  });

  test.each([
    [
      "{ name: 'x' }",
      "The benchmark that bench.ts exports has no tasks: add tasks, a list with at least one.",
    ],
    ["{ tasks: 'none' }", "The tasks of the benchmark that bench.ts exports are no list"],
    ["42", "bench.ts exports no benchmark: export what defineBenchmark(…) returns"],
    [
      "{ name: 'neither', model: 'sim/strong', tasks: [{ id: 'a', category: 'c', prompt: 'p' }] }",
      'The benchmark "neither" has neither subjects nor patterns: give it subjects, or patterns and a registry',
    ],
    [
      "{ name: 'named', patterns: ['debate'], model: 'sim/strong', tasks: [{ id: 'a', category: 'c', prompt: 'p' }] }",
      'The benchmark "named" names patterns, which need a registry',
    ],
  ])("export default %s", async (exported, sentence) => {
    const { code, stdout, stderr } = await compare(`export default ${exported};`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(sentence);
  });
});
