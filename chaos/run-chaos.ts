import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canMount, unmountAll } from "./faults/small-disk.ts";
import type { ChaosOptions } from "./options.ts";
import { drawRound } from "./round/draw-round.ts";
import { roundFolder } from "./round/place.ts";
import { cellCount, type RoundPlan, settingsOf } from "./round/round-plan.ts";
import { type RoundResult, runRound } from "./round/run-round.ts";

/** What came of it. */
export interface ChaosReport {
  rounds: number;
  cells: number;
  calls: number;
  /** How often each came about. */
  faults: Record<string, number>;
  /** Rounds with at least one. */
  violated: { seed: number; violations: string[]; folder: string | null }[];
}

/** Of no round yet. */
export function emptyReport(): ChaosReport {
  return { rounds: 0, cells: 0, calls: 0, faults: {}, violated: [] };
}

/** Plays rounds until the time is up, one after the other, and tells each in a line; `report` grows with each. */
export async function runChaos(
  options: ChaosOptions & { brief?: boolean },
  print: (line: string) => void,
  report: ChaosReport = emptyReport(),
): Promise<ChaosReport> {
  const disk = canMount();
  if (!disk) print("No disk can be mounted here (only root can): rounds with a full disk are left out.");
  if (process.platform !== "linux")
    print("There is no /proc here: processes that are left are not looked for.");
  const parent = mkdtempSync(join(tmpdir(), "chaos-"));
  const compiled = join(parent, "compiled");
  mkdirSync(compiled);
  process.env.NODE_COMPILE_CACHE ??= compiled;
  let current: string | null = null;
  const tidy = () => {
    unmountAll();
    for (const path of [compiled, current]) if (path !== null) rmSync(path, { recursive: true, force: true });
    if (existsSync(parent) && readdirSync(parent).length === 0) rmSync(parent, { recursive: true });
  };
  // Also when somebody ends this process.
  process.once("exit", tidy);
  const until = performance.now() + options.forMs;
  try {
    while (report.rounds < options.rounds && performance.now() < until) {
      const seed = (options.seed + report.rounds) % 1_000_000_000;
      const plan = drawRound(seed, {
        disk,
        brief: options.brief ?? false,
        ...(options.kind && { kind: options.kind }),
      });
      const started = performance.now();
      current = roundFolder(parent, seed);
      const result = await runRound(plan, parent, options.keep);
      current = null;
      note(report, plan, result);
      for (const line of roundLines(plan, result, performance.now() - started)) print(line);
    }
  } finally {
    if (process.env.NODE_COMPILE_CACHE === compiled) delete process.env.NODE_COMPILE_CACHE;
    process.off("exit", tidy);
    tidy();
  }
  return report;
}

function note(
  report: ChaosReport,
  plan: RoundPlan,
  { violations, folder, calls, struck }: RoundResult,
): void {
  report.rounds += 1;
  report.cells += cellCount(plan);
  report.calls += calls;
  for (const [fault, count] of Object.entries(struck))
    report.faults[fault] = (report.faults[fault] ?? 0) + count;
  if (violations.length > 0) report.violated.push({ seed: plan.seed, violations, folder });
}

function roundLines(
  plan: RoundPlan,
  { violations, folder, calls, struck }: RoundResult,
  ms: number,
): string[] {
  const what = `${plan.kind}${plan.kind === "bench" ? ` ${plan.agent}` : ""}, ${cellCount(plan)} cells, ${calls} calls`;
  const came = violations.length === 0 ? "held" : `${violations.length} VIOLATED`;
  const line = `${String(plan.seed).padStart(9)}  ${came}  ${what}, ${(ms / 1000).toFixed(1)} s  ${[...settingsOf(plan), ...counted(struck)].join(" ")}`;
  if (folder === null) return [line];
  const shown = violations.slice(0, 12).map((violation) => `           ${violation}`);
  return [
    line,
    ...shown,
    `           Look at ${folder}: violations.txt, output.txt, plan.json, seen.json, project/.`,
  ];
}

function counted(faults: Record<string, number>): string[] {
  return Object.entries(faults).map(([name, count]) => (count > 1 ? `${name}×${count}` : name));
}

/** The report as lines for people. */
export function reportLines({ rounds, cells, calls, faults, violated }: ChaosReport): string[] {
  const byName = Object.entries(faults).sort(([, a], [, b]) => b - a);
  return [
    `${rounds} rounds, ${cells} cells, ${calls} calls`,
    `faults: ${byName.map(([name, count]) => `${name} ${count}`).join(", ") || "none"}`,
    violated.length === 0
      ? "no violation"
      : `${violated.length} rounds with violations: ${violated.map(({ seed }) => seed).join(", ")}. Again: npm run chaos -- --round ${violated[0]!.seed}`,
  ];
}
