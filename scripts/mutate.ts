// `npm run mutate -- [--area stats] [--mutants 40] [--seed 1] [--file part-of-a-path]`: makes small mistakes in a copy
// of the sources, one at a time, and tells which of them no test notices. The last line is JSON with the figures.
import { spawn } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { mulberry32 } from "@flow-state-dev/stats";
import { argumentsOr } from "./arguments-or.ts";
import { areas } from "./mutation/areas.ts";
import { findMutants, type Mutant } from "./mutation/find-mutants.ts";
import { root } from "./root.ts";

type Fate = "killed" | "survived" | "timed-out";
interface Tried {
  file: string;
  mutant: Mutant;
  fate: Fate;
}

const text = { type: "string" } as const;
const usage = "npm run mutate -- [--area stats] [--mutants 40] [--seed 1] [--file part-of-a-path]";
const { values } = argumentsOr(usage, () =>
  parseArgs({ options: { area: text, mutants: text, seed: text, file: text } }),
);
const seed = Number(values.seed ?? 1);
const most = Number(values.mutants ?? 40);
if (values.area !== undefined && !Object.hasOwn(areas, values.area)) {
  console.error(`There is no area ${values.area}: it is one of ${Object.keys(areas).join(", ")}.`);
  process.exit(2);
}
const names = Object.keys(areas).filter((name) => values.area === undefined || name === values.area);
/** Longer than the tests of a folder take on a busy machine; a mutant that takes longer has no end. */
const limitMs = 180_000;

const copy = mkdtempSync(join(tmpdir(), "x-mutate-"));
try {
  cpSync(join(root, "packages"), join(copy, "packages"), { recursive: true, filter: isSource });
  for (const name of ["package.json", "tsconfig.base.json", "tsconfig.json"])
    cpSync(join(root, name), join(copy, name));
  cpSync(join(root, "scripts/mutation/vitest.config.ts"), join(copy, "vitest.config.ts"));
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  const tried: Tried[] = [];
  for (const name of names) {
    if ((await run(areas[name]!.tests)) !== "survived")
      throw new Error(
        `The tests of ${name} fail without a mutant; see npm test -- ${areas[name]!.tests.join(" ")}`,
      );
    for (const { file, mutant } of sample(name)) {
      const fate = await tryOut(file, mutant, areas[name]!.tests);
      tried.push({ file, mutant, fate });
      if (fate !== "killed") console.log(`${fate}: ${place({ file, mutant })}`);
    }
    const own = tried.filter(({ file }) => file.startsWith(areas[name]!.sources.split("*")[0]!));
    console.log(
      `${name}: ${own.length} mutants, ${own.filter(({ fate }) => fate === "survived").length} survived`,
    );
  }
  const survived = tried.filter(({ fate }) => fate === "survived");
  console.log(
    JSON.stringify({ seed, mutants: tried.length, survived: survived.length, places: survived.map(place) }),
  );
  process.exitCode = survived.length > 0 ? 1 : 0;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

function isSource(path: string): boolean {
  return !/[/\\](node_modules|dist|\.x)([/\\]|$)/.test(path.slice(root.length));
}

/** So many mutants of an area, the same for the same seed. */
function sample(area: string): { file: string; mutant: Mutant }[] {
  const files = globSync(areas[area]!.sources, { cwd: copy })
    .filter((file) => !file.endsWith(".test.ts") && (values.file === undefined || file.includes(values.file)))
    .sort();
  const all = files.flatMap((file) =>
    findMutants(readFileSync(join(copy, file), "utf8")).map((mutant) => ({ file, mutant })),
  );
  const random = mulberry32(seed);
  return all
    .map((each) => ({ each, key: random() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, most)
    .map(({ each }) => each);
}

async function tryOut(file: string, { start, end, put }: Mutant, tests: readonly string[]): Promise<Fate> {
  const path = join(copy, file);
  const source = readFileSync(path, "utf8");
  writeFileSync(path, source.slice(0, start) + put + source.slice(end));
  try {
    const near = globSync("*.test.ts", { cwd: join(copy, dirname(file)) }).length > 0;
    const first = near ? await run([`${dirname(file)}/`]) : "survived";
    return first === "survived" ? await run(tests) : first;
  } finally {
    writeFileSync(path, source);
  }
}

/** What the tests say; a run that cannot even begin counts as noticed. */
function run(tests: readonly string[]): Promise<Fate> {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", "--bail=1", "--reporter=dot", "--passWithNoTests=false", ...tests];
  const child = spawn(process.execPath, args, { cwd: copy, stdio: "ignore", detached: true });
  const { promise, resolve } = Promise.withResolvers<Fate>();
  const watch = setTimeout(() => {
    process.kill(-child.pid!, "SIGKILL");
    resolve("timed-out");
  }, limitMs);
  child.on("exit", (code) => {
    clearTimeout(watch);
    resolve(code === 0 ? "survived" : "killed");
  });
  return promise;
}

function place({ file, mutant }: Pick<Tried, "file" | "mutant">): string {
  return `${file}:${mutant.line}:${mutant.column}  ${mutant.what}`;
}
