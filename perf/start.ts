// `npm run perf -- start [turns]`: how long commands take that do nothing but start, beside bare Node and the peers, and
// what an installation takes. This project as a user has it, packed and installed, and from its sources.
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "../scripts/root.ts";
import { tools } from "./peers/tools.ts";
import { median, printFigures, round } from "./shared/figures.ts";
import { type Installation, installPacked, installPinned } from "./shared/installation.ts";
import { runMeasured } from "./shared/run-measured.ts";
import { type Column, tableText } from "./shared/table.ts";

interface Start {
  what: string;
  ms: number;
  bestMs: number;
  /** Beside bare Node: the middle of the differences, each of two starts in a row. */
  overNodeMs: number;
  peakMb: number | null;
}

interface Size {
  what: string;
  /** Bytes of the files, and what they take on a disk with blocks of 4 kB. */
  mb: number;
  diskMb: number;
  packages: number;
  /** Packages that want to run a program when they are installed. */
  scripts: string[];
  /** Files of machine code. */
  native: number;
}

const turns = Number(process.argv[2] ?? 15);

/** Starts in turn with bare Node, so that both meet the same machine. */
async function measure(what: string, args: readonly string[]): Promise<Start> {
  const start = (words: readonly string[]) =>
    runMeasured({
      ...{ command: process.execPath, args: words, cwd: root, timeoutMs: 60_000 },
      // No cache of compiled code from elsewhere; commands keep their own.
      env: { NODE_COMPILE_CACHE: undefined, PROMPTFOO_DISABLE_TELEMETRY: "1", PROMPTFOO_DISABLE_UPDATE: "1" },
    });
  const times: number[] = [];
  const over: number[] = [];
  const peaks: number[] = [];
  for (let turn = -1; turn < turns; turn++) {
    const bare = await start(["-e", "0"]);
    const ran = await start(args);
    if (ran.exitCode !== 0) throw new Error(`${what} ended with ${ran.exitCode}: ${ran.stderr}`);
    // The first is for the disk.
    if (turn < 0) continue;
    times.push(ran.wallMs);
    over.push(ran.wallMs - bare.wallMs);
    if (ran.peakMb !== null) peaks.push(ran.peakMb);
  }
  return {
    what,
    ms: round(median(times)),
    bestMs: round(Math.min(...times)),
    overNodeMs: round(median(over)),
    peakMb: peaks.length === 0 ? null : Math.max(...peaks),
  };
}

function sizeOf(what: string, { folder }: Installation): Size {
  const files = readdirSync(join(folder, "node_modules"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const sizes = files.map((file) => statSync(file).size);
  const manifests = files.filter((file) => /node_modules\/(@[^/]+\/)?[^/@]+\/package\.json$/.test(file));
  const scripts = manifests.flatMap((file) => {
    const { name, scripts = {} } = JSON.parse(readFileSync(file, "utf8"));
    return ["preinstall", "install", "postinstall"].some((word) => word in scripts) ? [String(name)] : [];
  });
  const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);
  return {
    what,
    mb: round(sum(sizes) / 1e6, 1),
    diskMb: round(sum(sizes.map((size) => Math.ceil(size / 4096) * 4096)) / 1e6, 1),
    packages: manifests.length,
    scripts: [...new Set(scripts)],
    native: files.filter((file) => file.endsWith(".node")).length,
  };
}

const startColumns: readonly Column<Start>[] = [
  { title: "start of", of: ({ what }) => what },
  { title: "ms (middle)", of: ({ ms }) => ms },
  { title: "ms (best)", of: ({ bestMs }) => bestMs },
  { title: "ms over bare Node", of: ({ overNodeMs }) => overNodeMs },
  { title: "peak MB", of: ({ peakMb }) => peakMb },
];
const sizeColumns: readonly Column<Size>[] = [
  { title: "installation of", of: ({ what }) => what },
  { title: "MB", of: ({ mb }) => mb, digits: 1 },
  { title: "MB on disk", of: ({ diskMb }) => diskMb, digits: 1 },
  { title: "packages", of: ({ packages }) => packages },
  { title: "native files", of: ({ native }) => native },
  { title: "install scripts", of: ({ scripts }) => scripts.join(" ") || "none" },
];

const own = ["--version", "--help", "bench --help"];
const packed = installPacked();
try {
  const starts = [await measure("bare node", ["-e", "0"])];
  const bin = join(packed.folder, "node_modules/@flow-state-dev/cli/bin/x.js");
  for (const words of own) starts.push(await measure(`x ${words}`, [bin, ...words.split(" ")]));
  const source = join(root, "packages/cli/bin/x.js");
  for (const words of own)
    starts.push(await measure(`x ${words}, from sources`, [source, ...words.split(" ")]));
  const sizes = [sizeOf("this project, packed", packed)];
  const bins: Record<string, string[]> = {
    promptfoo: ["promptfoo/dist/src/entrypoint.js", "--version"],
    evalite: ["evalite/dist/bin.js", "--version"],
    "vitest-evals": ["vitest/vitest.mjs", "--version"],
    mastra: ["@mastra/core/dist/evals/index.js"],
  };
  for (const from of new Set(tools.flatMap(({ from }) => (typeof from === "object" ? [from] : [])))) {
    try {
      const installation = installPinned(from.name, from.packages);
      sizes.push(sizeOf(from.name, installation));
      const [program, ...words] = bins[Object.keys(bins).find((name) => from.name.startsWith(name))!]!;
      const file = join(installation.folder, "node_modules", program!);
      starts.push(await measure(`${from.name} ${words.join(" ") || "(import)"}`, [file, ...words]));
    } catch (error) {
      console.error(`${from.name} is left out: ${String(error)}`);
    }
  }
  console.log(`${turns} starts each, in turn with bare Node`);
  console.log(tableText(startColumns, starts));
  console.log(`\n${tableText(sizeColumns, sizes)}`);
  printFigures("start", { turns, starts, sizes });
} finally {
  rmSync(packed.folder, { recursive: true, force: true });
}
