import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bookProblems, type Excused } from "../checks/books.ts";
import { budgetProblems, dearestUsd } from "../checks/budget.ts";
import { cellProblems, lostResults, standing } from "../checks/cells.ts";
import { exitProblems, isBadFile } from "../checks/exits.ts";
import { endProcess, findProcesses } from "../checks/find-processes.ts";
import { leftInProject, leftInTemporary } from "../checks/left-files.ts";
import { transcriptProblems } from "../checks/transcripts.ts";
import { copyStore, halve, halveSome } from "../faults/half-file.ts";
import { makePlace, type Place } from "./place.ts";
import { type ProviderProcess, startProvider } from "./provider-process.ts";
import { cellCount, type Life, type RoundPlan } from "./round-plan.ts";
import { type Ended, quietLife, runLife } from "./run-life.ts";
import { emptySnapshot, readSnapshot, type Snapshot } from "./snapshot.ts";
import { prepareWorkload, type Workload } from "./workload.ts";

/** What a round came to. */
export interface RoundResult {
  /** One sentence each. */
  violations: string[];
  /** Where to look, when there are any or it was asked for. */
  folder: string | null;
  /** Calls that the provider saw. */
  calls: number;
  /** How often each fault came about. */
  struck: Record<string, number>;
}

/** How often the last life may begin again: what failed for want of a provider runs again on resume. */
const lastTries = 3;
/** How long processes of a sandbox have to end after the one that started them was killed. */
const dyingMs = 15_000;

/**
 * Plays one round below `parent`, whose folder is removed when all held and `keep` is not said: its lives, then one
 * that is left alone, then everything is checked.
 */
export async function runRound(plan: RoundPlan, parent: string, keep = false): Promise<RoundResult> {
  const violations: string[] = [];
  using place = makePlace(parent, plan.seed, plan.disk, () => keep || violations.length > 0);
  await using provider = await startProvider(plan);
  const round = new Round(plan, place, provider, violations);
  for (const [at, life] of plan.lives.entries()) await round.live(life, `life ${at + 1}`);
  await round.finish();
  const kept = keep || violations.length > 0;
  if (kept) await round.keepEvidence();
  const seen = await provider.seen();
  for (const { fate } of seen) if (fate !== "answered") round.strike(`provider-${fate}`);
  const folder = kept ? place.root : null;
  return { violations, folder, calls: seen.length, struck: round.struck };
}

class Round {
  readonly #plan: RoundPlan;
  readonly #place: Place;
  readonly #provider: ProviderProcess;
  readonly #violations: string[];
  readonly #work: Workload;
  readonly #env: NodeJS.ProcessEnv;
  readonly #excused: Excused = { requestIds: new Set(), callIds: new Set(), others: 0 };
  readonly #log: string[] = [];
  #standing = new Map<string, string>();
  /** How often each fault came about. */
  readonly struck: Record<string, number> = {};

  constructor(plan: RoundPlan, place: Place, provider: ProviderProcess, violations: string[]) {
    this.#plan = plan;
    this.#place = place;
    this.#provider = provider;
    this.#violations = violations;
    this.#work = prepareWorkload(plan, place);
    this.#env = {
      ...provider.env,
      ...{ PATH: process.env.PATH, HOME: place.root, TMPDIR: place.temporary, X_CHAOS: place.marker },
      X_PRICES: join(place.root, "prices.json"),
      ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
    };
  }

  /** Counts a fault. */
  strike(name: string): void {
    this.struck[name] = (this.struck[name] ?? 0) + 1;
  }

  /** One life with its faults, and what must hold right after it. */
  async live(life: Life, name: string): Promise<void> {
    const thrownAway = life.half?.what === "half-store" || life.storeDeleted !== null;
    const seenBefore = (await this.#provider.seen()).length;
    const restore = await this.#damage(life);
    const words = this.#work.words(true);
    if (life.half?.what === "half-results") words.push("--against", "against.json");
    const { ends, struck, seconds } = await runLife(life, this.#place, words, this.#env);
    for (const fault of struck) this.strike(fault);
    if (life.half) this.strike(life.half.what);
    if (life.processes > 1) this.strike("two-processes");
    this.#judgeEnds(ends, life, `${name} (${seconds} s)`);
    await this.#awaitDeaths(name);
    const seen = await this.#provider.seen();
    if (isBadFile(life) && seen.length !== seenBefore)
      this.#tell(name, "Calls were made though a file cannot be read.");
    // The store of this life goes, or has gone: what was seen is in no book.
    const lost = life.storeDeleted !== null ? seen : thrownAway ? seen.slice(seenBefore) : [];
    for (const { requestId } of lost) this.#excused.requestIds.add(requestId);
    if (life.storeDeleted !== null) this.#standing = new Map();
    restore();
    await this.#look(name);
  }

  /** The lives that are left alone, until every cell has a result; then the whole is checked. */
  async finish(): Promise<void> {
    this.#provider.calm();
    let now = emptySnapshot;
    for (let attempt = 1; attempt <= lastTries && now.run?.state !== "finished"; attempt += 1) {
      const name = `last life${attempt > 1 ? `, try ${attempt}` : ""}`;
      const { ends, seconds } = await runLife(quietLife, this.#place, this.#work.words(false), this.#env);
      this.#judgeEnds(ends, quietLife, `${name} (${seconds} s)`);
      await this.#awaitDeaths(name);
      now = await this.#snapshot();
    }
    if (this.#work.show && this.#plan.seed % 3 === 0) {
      const { ends } = await runLife(quietLife, this.#place, this.#work.show, this.#env);
      this.#judgeEnds(ends, quietLife, "x show last");
    }
    const { books, calls } = now;
    const seen = await this.#provider.seen();
    this.#tell("at the end", ...cellProblems(now, cellCount(this.#plan)));
    this.#tell("at the end", ...lostResults(this.#standing, standing(now)));
    this.#tell("at the end", ...bookProblems(calls, seen, books, this.#excused));
    this.#tell("at the end", ...(await transcriptProblems(this.#place, this.#plan, now)));
    this.#tell("at the end", ...leftInTemporary(this.#place.temporary));
    const against = this.#plan.lives.some(({ half }) => half?.what === "half-results");
    const expected = [...this.#work.files, ...(against ? [/^against\.json$/] : [])];
    this.#tell("at the end", ...leftInProject(this.#place.project, expected));
  }

  /** Writes down what a reader needs to understand a violation. */
  async keepEvidence(): Promise<void> {
    const write = (name: string, value: unknown) =>
      writeFileSync(join(this.#place.root, name), JSON.stringify(value, null, 2));
    write("plan.json", this.#plan);
    write("seen.json", await this.#provider.seen());
    writeFileSync(join(this.#place.root, "output.txt"), this.#log.join("\n"));
    writeFileSync(join(this.#place.root, "violations.txt"), `${this.#violations.join("\n")}\n`);
    if (this.#place.disk) copyStore(this.#place.store, this.#place.aside);
  }

  #tell(where: string, ...problems: string[]): void {
    for (const problem of problems) this.#violations.push(`${where}: ${problem}`);
  }

  #judgeEnds(ends: readonly Ended[], life: Life, name: string): void {
    for (const [at, end] of ends.entries()) {
      const who = ends.length > 1 ? `${name}, process ${at + 1}` : name;
      this.#log.push(`=== ${who}: exit ${end.code}${end.killed ? ", killed" : ""}\n${JSON.stringify(life)}`);
      this.#log.push(end.stdout.slice(-20_000), "--- stderr", end.stderr.slice(-20_000));
      this.#tell(who, ...exitProblems(end, life, this.#work, life !== quietLife));
    }
  }

  /** What was killed takes everything it started along, soon. */
  async #awaitDeaths(name: string): Promise<void> {
    if (process.platform !== "linux") return;
    const until = performance.now() + dyingMs;
    let left = findProcesses(this.#place.marker, this.#place.root);
    while (left.length > 0 && performance.now() < until) {
      await sleep(50);
      left = findProcesses(this.#place.marker, this.#place.root);
    }
    for (const { pid, command } of left) {
      this.#tell(name, `Process ${pid} is left: ${command.slice(0, 200)}`);
      endProcess(pid);
    }
  }

  /** Cuts files off as the life says; what comes back puts them right again. */
  async #damage({ half }: Life): Promise<() => void> {
    const { store, aside, project } = this.#place;
    if (half?.what === "half-log") await this.#cutLog(half.left);
    if (half?.what === "half-cache" && this.#work.cache) halveSome(this.#work.cache, half.left);
    if (half?.what === "half-store" && copyStore(store, aside)) {
      halve(store, half.left);
      return () => {
        mkdirSync(dirname(store), { recursive: true });
        copyStore(aside, store);
      };
    }
    if (half?.what === "half-definition" && this.#work.definition) {
      const file = this.#work.definition;
      const text = readFileSync(file);
      halve(file, 0.05 + 0.9 * half.left);
      return () => writeFileSync(file, text);
    }
    if (half?.what === "half-results") {
      const results = join(project, "out.json");
      const text = existsSync(results)
        ? readFileSync(results)
        : Buffer.from('{"suite": "chaos", "cases": []}');
      writeFileSync(
        join(project, "against.json"),
        text.subarray(0, Math.floor(text.length * 0.95 * half.left)),
      );
    }
    return () => {};
  }

  /** Bytes of the log are gone: calls that only it held are in no book any more. */
  async #cutLog(left: number): Promise<void> {
    const { store, aside } = this.#place;
    const before = await this.#snapshot();
    copyStore(store, aside);
    halve(`${store}-wal`, left);
    const after = await this.#snapshot().catch(() => null);
    if (after === null) {
      // Part of the log had gone over into the store: no database outlives that, so it did not happen.
      copyStore(aside, store);
      return;
    }
    const kept = new Set(after.calls.map(({ callId }) => callId));
    for (const call of before.calls) {
      if (kept.has(call.callId)) continue;
      this.#excused.callIds.add(call.callId);
      const requestId = call.state === "charged" ? call.details.requestId : undefined;
      // Some wires give an answer a name of their own, which the provider does not know it by.
      if (typeof requestId === "string" && requestId.startsWith("req_"))
        this.#excused.requestIds.add(requestId);
      else this.#excused.others += 1;
    }
    // A charge that is gone leaves its call open: it has no name any more, but is still counted.
    this.#standing = standing(after);
  }

  /** What is stored stays stored, and the budget is held. */
  async #look(name: string): Promise<void> {
    const { results } = this.#work;
    if (results !== null && existsSync(results) && !isJson(readFileSync(results, "utf8")))
      this.#tell(name, "The file of results is not whole.");
    const now = await this.#snapshot();
    this.#tell(name, ...lostResults(this.#standing, standing(now)));
    this.#standing = standing(now);
    if (this.#plan.budget === null || this.#work.budgetUsd === null) return;
    const callsAtOnce = 2 * this.#plan.concurrency;
    const limitUsd = Number(this.#work.budgetUsd.toFixed(6));
    // What a program tells of itself is known when it has ended: nothing can hold it back before.
    const strict = this.#plan.budget.strict && this.#plan.agent !== "command";
    const mostUsd = dearestUsd(now.calls);
    this.#tell(name, ...budgetProblems(now.books, { limitUsd, strict, callsAtOnce, mostUsd }));
  }

  /** Of a copy: reading a store that was cut off would write its log into it. */
  async #snapshot(): Promise<Snapshot> {
    const { store, root } = this.#place;
    const copy = join(root, "look", "x.db");
    return copyStore(store, copy) ? readSnapshot(copy) : emptySnapshot;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
