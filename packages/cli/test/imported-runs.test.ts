import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exportRun, type JsonObject, openStore, type RunManifest } from "@flow-state-dev/records";
import { hiddenCharacters } from "@flow-state-dev/records/hidden-characters";
import { describe, expect, test } from "vitest";
import { fixture } from "./fixture.ts";
import { type KeptCell, keepRun } from "./kept-run.ts";
import { runX } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

const patience = 120_000;
const small = fixture("small");

/** What a terminal, a browser, Markdown, XML or a CI server would obey. */
const evil =
  "\u001b]0;owned\u0007\u001b[2J\u009b31m\u202eturned\u200f<script>alert(1)</script>&\"'|`![x](javascript:alert(1))\r\n::error::owned";
const secret = `sk-ant-api03-${"a1B2".repeat(12)}`;
const own = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');

const lines = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join("\n");
const nested = lines(
  Array.from({ length: 3_000 }, (_, at) => ({
    ...{ type: "block.started", id: `b${at}`, kind: "generator", at, name: evil },
    ...(at > 0 && { parentId: `b${at - 1}` }),
  })),
);
const odd = lines([
  { type: "block.started", id: {}, name: {}, at: "x", input: { a: { b: 1 } } },
  { type: "call.retrying", delayMs: "x", modelId: {}, error: 5 },
  { type: "tool.called", toolName: [], toolCallId: {} },
  ...[{ type: "tool.finished", toolCallId: {}, result: 5 }, [1], "x", 5, null],
]);
const oddAgent = `{"transcript":1}\n${lines([
  ...[{ type: "message", role: {}, text: 5 }, { type: "message" }, { type: "error" }, { type: evil }, null],
  { type: "message", role: evil, text: evil, atMs: 1 },
  { type: "tool-call", tool: evil, input: { [evil]: evil }, id: evil, atMs: 2 },
  { type: "tool-result", tool: evil, id: evil, text: evil, ok: false, atMs: 3 },
])}`;

/** By task: evidence and artifacts that no cell of ours would have. */
const cells: Record<string, Omit<KeptCell, "outcome">> = {
  kinds: {
    evidence: {
      ...{ expectations: {}, putBack: "x", warnings: 5, detail: {}, ended: [], turns: "x", costUsd: "1e9" },
      ...{ tokens: [], agentMs: "a", setupMs: {}, gradingMs: [], findings: { a: 1 }, codeScores: [1, "x"] },
      ...{ scorerErrors: 5, judgeFailures: {}, kept: {}, exitCode: "1", agent: null, wire: 1, reported: 2 },
    },
    artifacts: { transcript: odd },
  },
  entries: {
    evidence: {
      expectations: [null, 5, { expectation: { a: 1 }, pass: "yes", evidence: 5, output: {} }, {}],
      findings: [null, {}, { criterion: {}, verdict: {}, votes: 5 }, { weight: 1, votes: [null] }],
      ...{
        putBack: [null, {}, 5],
        warnings: [null, {}],
        codeScores: { a: null, b: "x" },
        wire: { calls: "x" },
      },
      ...{ agent: { name: 5, version: {}, model: [] }, tokens: { input: "x" }, reported: { tokens: 5 } },
    },
    artifacts: { transcript: oddAgent },
  },
  figures: {
    evidence: {
      ...{ agentMs: 1e308, turns: 1e308, costUsd: 1e308, setupMs: -5, gradingMs: -1e308, latencyMs: -1 },
      ...{ exitCode: 1e308, tokens: { input: 1e308, output: -1 }, codeScores: { a: 1e308, b: -1e308 } },
    },
    artifacts: { transcript: nested },
  },
  [evil]: {
    evidence: {
      expectations: [{ expectation: evil, pass: false, evidence: evil, output: `${evil}${secret}` }],
      findings: [{ criterion: evil, weight: 1, verdict: evil, evidence: evil, score: 1, votes: [] }],
      ...{ putBack: [evil], warnings: [evil], detail: evil, ended: evil, kept: evil },
      ...{ codeScores: { [evil]: 1 }, scorerErrors: { [evil]: evil } },
      agent: { name: evil, version: evil, model: evil },
    },
    artifacts: { patch: evil, answer: `${evil}${secret}`, "../../out.html": evil, "/etc/x": evil },
  },
  constructor: { evidence: own },
};

const manifest = (kind: string): Partial<RunManifest> => ({
  ...{ kind, name: evil, models: { [evil]: evil, judge: evil } },
  conditions: { ...own, [evil]: evil, judge: { repeats: 1e308 }, sandbox: {} },
  circumstances: {
    git: { commit: evil, dirty: 5 },
    benchmark: { tasks: [null, 5, { id: {} }, { id: evil, prompt: evil, tags: [{}] }], primaryBaseline: {} },
  } as JsonObject,
});

describe.each(["bench", "compare"])("a run of %s from somebody else", (kind) => {
  test(
    "is shown, compared and exported, and nothing in it is obeyed",
    async () => {
      await using folder = await tempFolder();
      await importInto(folder.path, kind);
      const json = ["json", "jsonl", "csv", "atif"].map((form) => ["export", "last", "--format", form]);
      const forPeople = [
        ["runs"],
        ["show", "last"],
        ...["kinds", "entries", "figures", evil].map((task) => ["show", "last", task, "--full"]),
        ["diff", "last~1", "last"],
        ["export", "last", "--format", "markdown"],
        ["report", "last", "--html", "report.html"],
      ];
      const others = [
        ["runs", "--json"],
        ["show", "last", "--json"],
        ["export", "last", "--format", "junit"],
      ];
      const look = async (args: string[]) => {
        const { code, stdout, stderr } = await runX(args, { cwd: folder.path });
        const what = `x ${args.join(" ")}\n${stderr}`;
        expect(code, what).toBe(0);
        const seen = forPeople.includes(args) ? stdout + stderr : stderr;
        expect(seen.replaceAll("\n", "").match(hiddenCharacters), what).toBeNull();
        expect(seen, what).not.toMatch(/^::error::/m);
        expect(stdout, what).not.toContain(secret);
        if (args.includes("markdown")) expect(stdout).not.toMatch(/<script>|(?<!\\)\]\(javascript:/);
        if (args.includes("junit")) expect(stdout).not.toMatch(/<script>|(?![\r\n])\p{Cc}/u);
      };
      // What does not depend on the kind is looked at once.
      const commands = kind === "bench" ? [...forPeople, ...others, ...json] : forPeople.slice(1);
      for (let at = 0; at < commands.length; at += 3) await Promise.all(commands.slice(at, at + 3).map(look));
      const page = readFileSync(join(folder.path, "report.html"), "utf8");
      expect(page).not.toContain("<script>alert(1)");
      expect(page).not.toContain(secret);
    },
    patience,
  );
});

test(
  "what would take all memory or all figures with it is not taken in",
  async () => {
    await using folder = await tempFolder();
    const text = await exported(folder.path, "bench");
    const [head = "", cell = "", ...rest] = text.split("\n");
    const change = (line: string, from: RegExp, to: string) => {
      expect(line).toMatch(from);
      return line.replace(from, to);
    };
    for (const [what, mended, why] of [
      [
        "cells",
        [change(head, /"plannedCells":\d+/, '"plannedCells":9007199254740991'), cell],
        "10,000,000 can",
      ],
      ["time", [head, change(cell, /"workingMs":[\d.]+/g, '"workingMs":1e308')], "workingMs must be at most"],
      ["one twice", [head, cell, cell], "A cell is given twice"],
      ["one less", [head], "says 5 cells, but there are 4"],
    ] as const) {
      writeFileSync(join(folder.path, "bad.jsonl"), [...mended, ...rest].join("\n"));
      const { code, stderr } = await runX(["import", "bad.jsonl"], { cwd: folder.path });
      expect([what, code]).toEqual([what, 2]);
      expect(stderr).toMatch(new RegExp(why));
      expect(stderr.trimEnd()).not.toMatch(/[\p{Cc}\u202e]/u);
    }
  },
  patience,
);

test(
  "of one that is not finished it is said what going on with it means",
  async () => {
    await using folder = await tempFolder();
    const text = await exported(folder.path, "bench");
    writeFileSync(
      join(folder.path, "run.jsonl"),
      text.replace('"state":"finished"', '"state":"interrupted"'),
    );
    const { stdout } = await runX(["import", "run.jsonl"], { cwd: folder.path });
    expect(stdout).toContain(
      "It is not finished; going on with it (--resume) counts the results that are in it.",
    );
    const again = await runX(["import", "run.jsonl"], { cwd: folder.path });
    expect(again.code).toBe(0);
    expect(again.stdout).toMatch(
      / was here already: no cell, attempt or call in the file is new\.\nIt is not /,
    );
  },
  patience,
);

test(
  "a later state of a run that is here brings what is new, and a state that contradicts it is refused by name",
  async () => {
    await using from = await tempFolder();
    await using to = await tempFolder();
    const compare = ["compare", small, "--runs", "1", "--concurrency", "1"];
    const file = join(to.path, "run.jsonl");
    const send = () => runX(["export", "last", "--format", "jsonl", "--output", file], { cwd: from.path });
    const take = () => runX(["import", "run.jsonl"], { cwd: to.path });
    const shown = async (cwd: string) => JSON.parse((await runX(["show", "last", "--json"], { cwd })).stdout);
    expect((await runX([...compare, "--max-cost", "0.004"], { cwd: from.path })).code).toBe(1);
    await send();
    expect((await take()).code).toBe(0);
    expect((await runX([...compare, "--resume"], { cwd: from.path })).code).toBe(0);
    await send();
    const taken = await take();
    expect(taken.code, taken.stderr).toBe(0);
    expect(taken.stdout).toMatch(
      /^Run \w{4} of small was here already, and got what was new in the file: \d+ cells?, \d+ attempts?, \d+ calls?\.\n$/,
    );
    const { importedAt: _, ...theirs } = await shown(from.path);
    expect(await shown(to.path)).toMatchObject(theirs);
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace(/"startedAt":"2/, '"startedAt":"1'));
    const refused = await take();
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/tells otherwise of .* on .*, run 1, attempt 1: /);
  },
  patience,
);

test(
  "it is marked wherever it is listed or shown, and going on with it says so",
  async () => {
    await using from = await tempFolder();
    await using to = await tempFolder();
    const compare = ["compare", small, "--runs", "1"];
    const cut = await runX([...compare, "--max-cost", "0.0000001", "--concurrency", "1"], { cwd: from.path });
    expect(cut.code, cut.stderr).toBe(1);
    const file = join(to.path, "run.jsonl");
    await runX(["export", "last", "--format", "jsonl", "--output", file], { cwd: from.path });
    const look = async (...args: string[]) => (await runX(args, { cwd: to.path })).stdout;
    await look("import", "run.jsonl");
    const listed = JSON.parse(await look("runs", "--json")) as { importedAt: string | null }[];
    expect(listed).toEqual([expect.objectContaining({ importedAt: expect.stringMatching(/^\d{4}-.*Z$/) })]);
    const [{ importedAt } = { importedAt: "" }] = listed;
    expect(await look("runs")).toMatch(/ interrupted, simulated, imported$/m);
    expect(await look("show", "last")).toContain(
      `This run was imported on ${importedAt!.slice(0, 10)}: it was made elsewhere.\n`,
    );
    expect(JSON.parse(await look("show", "last", "--json"))).toMatchObject({ importedAt });

    const anew = await runX([...compare, "--plan"], { cwd: to.path });
    expect(anew.code).toBe(0);
    const resumed = await runX([...compare, "--resume"], { cwd: to.path });
    expect(resumed.code, resumed.stderr).toBe(0);
    expect(resumed.stderr).toMatch(/^warning: Run \w{4} was imported on .*: the results .* count as if/m);
    // It is what it was, whatever was added to it.
    expect(JSON.parse(await look("runs", "--json"))).toMatchObject([{ state: "finished", importedAt }]);
    expect(JSON.parse((await runX(["runs", "--json"], { cwd: from.path })).stdout)).toMatchObject([
      { importedAt: null },
    ]);
  },
  patience,
);

test(
  "a new run beside an unfinished one that was imported is told so",
  async () => {
    await using folder = await tempFolder();
    const compare = ["compare", small, "--runs", "1", "--concurrency", "1"];
    await runX([...compare, "--max-cost", "0.004"], { cwd: folder.path });
    await runX(["export", "last", "--format", "jsonl", "--output", "run.jsonl"], { cwd: folder.path });
    rmSync(join(folder.path, ".x"), { recursive: true });
    await runX(["import", "run.jsonl"], { cwd: folder.path });
    const { stderr } = await runX(compare, { cwd: folder.path });
    expect(stderr).toMatch(/^Run \w{4} of small, which was imported, is unfinished /m);
  },
  patience,
);

/** The run as a file holds it. */
async function exported(folder: string, kind: string): Promise<string> {
  const from = join(folder, "from");
  mkdirSync(from);
  const kept = Object.entries(cells).map(([task, cell]) => [task, [{ ...cell, outcome: 0 }]]);
  const run = await keepRun(from, { [evil]: Object.fromEntries(kept) }, manifest(kind));
  const store = openStore(from);
  let text = "";
  for await (const line of exportRun(store, run.id)) text += line;
  await store.close();
  // As if its owner had not looked for keys.
  return text.replaceAll("[redacted]", secret);
}

/** Takes it in twice, under two ids, so that there is one to compare it with. */
async function importInto(folder: string, kind: string): Promise<void> {
  const text = await exported(folder, kind);
  for (const id of ["one", "two"]) {
    writeFileSync(join(folder, "run.jsonl"), text.replace(/"id":"[^"]+"/, `"id":"${id}"`));
    const { code, stdout, stderr } = await runX(["import", "run.jsonl"], { cwd: folder });
    expect(code, stderr).toBe(0);
    expect(stdout.trimEnd()).not.toMatch(/[\p{Cc}\u202e]/u);
  }
}
