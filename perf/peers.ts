// `npm run perf -- peers [--cells 1000,10000] [--delay 0,20] [--tools x,floor] [--turns 1] [--limit 240]`: the same
// workload through this project, through its peers, and through a bare loop, each in a process of its own.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { type Tool, tools } from "./peers/tools.ts";
import { printFigures, round } from "./shared/figures.ts";
import { type Installation, installPacked, installPinned } from "./shared/installation.ts";
import { runMeasured } from "./shared/run-measured.ts";
import { type Column, tableText } from "./shared/table.ts";

interface Row {
  tool: string;
  cells: number;
  delayMs: number;
  /** Wall time of the whole process; null when it was stopped. */
  seconds: number | null;
  /** Wall time less what the cells themselves take 50 at a time, divided by the cells. */
  overMs: number | null;
  /** That as so many times ours, by the same way in: the library beside libraries, the command beside commands. */
  timesOurs: number | null;
  peakMb: number | null;
  storeMb: number | null;
  /** What is to be said of how it ended; empty when all cells passed and it ended with 0. */
  note: string;
}

const concurrency = 50;
const { values: flags } = parseArgs({
  options: {
    cells: { type: "string", default: "1000,10000" },
    delay: { type: "string", default: "0,20" },
    tools: { type: "string", default: "" },
    turns: { type: "string", default: "1" },
    limit: { type: "string", default: "240" },
  },
});
const list = (text: string) => text.split(",").filter(Boolean);
const limitMs = Number(flags.limit) * 1000;
const turns = Number(flags.turns);
const wanted = list(flags.tools);
const chosen = tools.filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)),
);

const folders = new Map<string, Installation | undefined>();

/** Where a tool is installed; undefined, and told once, when it cannot be. */
function installationOf({ from }: Tool): Installation | undefined {
  const key = from === undefined ? "" : from === "this project" ? from : from.name;
  if (!folders.has(key)) folders.set(key, open(key, from));
  return folders.get(key);
}

function open(key: string, from: Tool["from"]): Installation | undefined {
  if (from === undefined) return { folder: mkdtempSync(join(tmpdir(), "perf-peers-")) };
  try {
    return from === "this project" ? installPacked() : installPinned(from.name, from.packages);
  } catch (error) {
    console.error(`${key} cannot be installed and is left out: ${String(error)}`);
    return undefined;
  }
}

async function measure(tool: Tool, { folder }: Installation, cells: number, delayMs: number): Promise<Row> {
  const idealMs = (Math.ceil(cells / concurrency) * delayMs) | 0;
  let best: Row | undefined;
  for (let turn = 0; turn < turns; turn++) {
    const work = mkdtempSync(join(folder, "perf-"));
    try {
      for (const [file, as] of Object.entries({ ...tool.files, "workload.mjs": "workload.mjs" })) {
        copyFileSync(join(import.meta.dirname, "peers", file), join(work, as));
      }
      const ran = await runMeasured({
        command: tool.machineNode ? machineNode() : process.execPath,
        args: tool.args,
        cwd: work,
        env: { ...tool.env, PERF_CELLS: String(cells), PERF_DELAY_MS: String(delayMs), NO_COLOR: "1" },
        timeoutMs: limitMs,
      });
      const overMs = ran.stopped ? null : round((ran.wallMs - idealMs) / cells, 4);
      if (best && (overMs === null || (best.overMs ?? Number.POSITIVE_INFINITY) <= overMs)) continue;
      best = {
        ...{ tool: tool.name, cells, delayMs, overMs, timesOurs: null, peakMb: ran.peakMb },
        seconds: ran.stopped ? null : round(ran.wallMs / 1000, 2),
        storeMb: tool.store === null ? null : storeMb(work, tool.store),
        note: noteOf(tool, ran, cells),
      };
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
  return best!;
}

function noteOf(
  tool: Tool,
  { stopped, exitCode, stdout, stderr }: Awaited<ReturnType<typeof runMeasured>>,
  cells: number,
): string {
  if (stopped) return `stopped after ${limitMs / 1000} s`;
  const notes = exitCode === 0 ? [] : [`exit code ${exitCode}: ${lastLine(stderr || stdout)}`];
  if (tool.passed) {
    const said = tool.passed.exec(`${stdout}\n${stderr}`)?.[1]?.replaceAll(",", "");
    if (said === undefined) notes.push("no summary");
    else if (Number(said) !== cells) notes.push(`says ${said} passed`);
  }
  return notes.join(", ");
}

function lastLine(text: string): string {
  return (text.trim().split("\n").at(-1) ?? "").slice(0, 80);
}

/** The Node that is found first when that of this project is left out of the search. */
function machineNode(): string {
  const own = dirname(process.execPath);
  const path = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => folder !== own && !folder.includes("node_modules"))
    .join(delimiter);
  const found = spawnSync("node", ["-p", "process.execPath"], { env: { PATH: path }, encoding: "utf8" });
  return found.status === 0 ? found.stdout.trim() : process.execPath;
}

/** Megabytes of a file with what lies beside it under its name, or of a folder. */
function storeMb(work: string, name: string): number | null {
  const sizes = readdirSync(work, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("node_modules"))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path.startsWith(join(work, name)) && existsSync(path))
    .map((path) => statSync(path).size);
  return sizes.length === 0 ? null : round(sizes.reduce((sum, each) => sum + each, 0) / 1e6, 1);
}

const columns: readonly Column<Row>[] = [
  { title: "tool", of: ({ tool }) => tool },
  { title: "seconds", of: ({ seconds }) => seconds, digits: 2 },
  { title: "ms a cell over the ideal", of: ({ overMs }) => overMs, digits: 3 },
  { title: "times ours", of: ({ timesOurs }) => timesOurs, digits: 1 },
  { title: "peak MB", of: ({ peakMb }) => peakMb },
  { title: "store MB", of: ({ storeMb }) => storeMb, digits: 1 },
  { title: "", of: ({ note }) => note },
];

const rows: Row[] = [];
try {
  for (const cells of list(flags.cells).map(Number)) {
    for (const delayMs of list(flags.delay).map(Number)) {
      const group: Row[] = [];
      for (const tool of chosen) {
        const installation = installationOf(tool);
        if (!installation) continue;
        const row = await measure(tool, installation, cells, delayMs);
        group.push(row);
        process.stderr.write(`${row.tool}: ${row.seconds ?? row.note} s\n`);
      }
      const [library, command] = ["x, library", "x compare"].map(
        (name) => group.find(({ tool }) => tool === name)?.overMs ?? null,
      );
      for (const row of group) {
        const ours = /CLI|compare/.test(row.tool) ? (command ?? null) : (library ?? null);
        if (row.overMs !== null && ours !== null) row.timesOurs = round(row.overMs / ours, 2);
      }
      const ideal = (cells / concurrency) * (delayMs / 1000);
      console.log(`\n${cells} cells of ${delayMs} ms, ${concurrency} at once (ideal: ${ideal} s)`);
      console.log(tableText(columns, group));
      rows.push(...group);
    }
  }
} finally {
  for (const key of ["", "this project"]) {
    const made = folders.get(key);
    if (made) rmSync(made.folder, { recursive: true, force: true });
  }
}
printFigures("peers", { concurrency, turns, rows });
