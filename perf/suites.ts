// `npm run perf -- suites [cases]`: what a case costs beside its agent: workspace, sandbox, grading, record.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSqliteStore } from "@flow-state-dev/records";
import { chooseSandbox, openWorkspaces, parseAgent, readSuite, runSuite } from "@flow-state-dev/suites";
import { median, printFigures } from "./shared/figures.ts";
import { type Column, tableText } from "./shared/table.ts";

interface Figures {
  /** How a case is graded: by looking at a file, or by a command in a sandbox of its own as well. */
  graded: "file" | "command";
  runs: number;
  concurrency: number;
  /** Wall time over what the agents alone would take so many at a time, divided by the runs. */
  msPerRun: number;
  /** From the start of a run to its end, in the middle, less the time of its agent. */
  msInRun: number;
  /** The agent's own time in the middle: a sandbox, a shell, one file. */
  agentMs: number;
  seconds: number;
}

const files = 5_000;
const runs = 3;
const concurrency = 8;

/** A project with installed packages, in git, as most are. */
function makeProject(folder: string): void {
  for (let at = 0; at < files; at++) {
    const place = join(folder, at < 400 ? "src" : `node_modules/package-${at % 120}/lib`, `part-${at % 7}`);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, `${at}.js`), `module.exports = ${at};\n`.repeat(20));
  }
  writeFileSync(join(folder, ".gitignore"), "node_modules\n");
  const git = (...args: string[]) =>
    spawnSync("git", ["-c", "user.name=p", "-c", "user.email=p@p", ...args], { cwd: folder });
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "-m", "start");
}

async function measure(graded: Figures["graded"], cases: number, folder: string): Promise<Figures> {
  const expect = ["file:done.txt exists", ...(graded === "command" ? ["test:test -f done.txt passes"] : [])];
  const text = JSON.stringify({
    name: "perf",
    workspace: "project",
    defaults: { budget: 1, timeout: 60 },
    cases: Array.from({ length: cases }, (_, at) => ({ id: `case-${at}`, prompt: "Do it.", expect })),
  });
  const store = createSqliteStore(join(folder, `${graded}.db`));
  const started = new Map<string, number>();
  const took: number[] = [];
  try {
    const { results, sweep } = await runSuite({
      ...{ store, runs, concurrency, folder },
      suite: await readSuite({ text, file: join(folder, "suite.json") }),
      sandbox: await chooseSandbox("auto"),
      agents: [{ name: "touch", agent: parseAgent("command:touch done.txt") }],
      onEvent(event) {
        if (event.type === "started") started.set(JSON.stringify(event.cell), performance.now());
        if (event.type === "finished")
          took.push(performance.now() - started.get(JSON.stringify(event.cell))!);
      },
    });
    if (results.passed !== cases) throw new Error(`Only ${results.passed} of ${cases} cases passed.`);
    const own = results.cases.flatMap((each) => each.runs.map(({ duration }) => duration * 1000));
    const ideal = own.reduce((sum, ms) => sum + ms, 0) / concurrency;
    return {
      ...{ graded, runs: cases * runs, concurrency },
      msPerRun: Math.round((sweep.durationMs - ideal) / (cases * runs)),
      msInRun: Math.round(median(took) - median(own)),
      agentMs: Math.round(median(own)),
      seconds: Number((sweep.durationMs / 1000).toFixed(1)),
    };
  } finally {
    await store.close();
  }
}

const columns: readonly Column<Figures>[] = [
  { title: "graded by", of: ({ graded }) => graded },
  { title: "ms a run over its agent", of: ({ msPerRun }) => msPerRun },
  { title: "ms from start to end", of: ({ msInRun }) => msInRun },
  { title: "agent ms", of: ({ agentMs }) => agentMs },
  { title: "seconds", of: ({ seconds }) => seconds, digits: 1 },
];

const cases = Number(process.argv[2] ?? 100);
const folder = mkdtempSync(join(tmpdir(), "perf-suites-"));
try {
  makeProject(join(folder, "project"));
  const { sandbox, version } = await chooseSandbox("auto");
  await using workspaces = await openWorkspaces({ method: sandbox.entersNamespaces ? "auto" : "copy" });
  console.log(`${cases} cases × ${runs} runs, ${concurrency} at a time, on ${files} files`);
  console.log(`workspaces by ${workspaces.method}, sandbox ${sandbox.name} ${version ?? ""}`.trimEnd());
  const figures: Figures[] = [];
  for (const graded of ["file", "command"] as const) {
    figures.push(await measure(graded, cases, folder));
  }
  console.log(tableText(columns, figures));
  const facts = { workspaces: workspaces.method, sandbox: sandbox.name };
  printFigures("suites", { ...facts, figures });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
