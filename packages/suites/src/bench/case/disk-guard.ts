import { setTimeout as wait } from "node:timers/promises";
import { type FlowError, toErrorRecord } from "@flow-state-dev/core";
import { type DiskUse, diskLeft, moreThan } from "../../workspace/disk-use.ts";
import { tellsOfFullDisk } from "../../workspace/full-disk.ts";
import type { WorkspaceDisk } from "../../workspace/workspace.ts";
import { counted, DiskFullError, WroteTooMuchError } from "./disk-errors.ts";

/** What a case may write: more than installing any usual project takes. */
const defaultLimitBytes = 10 * 2 ** 30;
const lookEveryMs = 250;
/**
 * A disk is low before it is full, so that others can go on; one with little left at the start is when most is gone.
 */
const low = { bytes: 2 * 2 ** 30, entries: 100_000, ofStart: 1 / 4 };
/** On a full disk, who wrote less than this part of the limit, or of a fair share of what is gone, is not to blame. */
const little = { ofLimit: 1 / 10, ofShare: 1 / 2 };
/** For so long after somebody was stopped, the room that comes back is waited for. */
const comesBackMs = 10_000;

/** What came of a watch: whose fault it is, as an error that tells what was written. */
export interface DiskVerdict {
  fault: "own" | "machine";
  error: FlowError;
}

/** Somebody who writes, looked after until disposed: only then is what it wrote gone. */
export interface DiskWatch extends Disposable {
  /** Fires when it has to stop. */
  readonly signal: AbortSignal;
  /**
   * To be asked when nothing of it is alive any more; null when there is nothing to say.
   *
   * With `failure`, what could not be done with what it wrote: on a full disk that tells of it too. With `exactly`,
   * what it wrote is looked at even when little vanished from the disk: others may have freed as much.
   */
  verdict(about?: { failure?: unknown; exactly?: boolean }): Promise<DiskVerdict | null>;
}

/** Keeps those who write from filling the disk. */
export interface DiskGuard {
  watch(disk: WorkspaceDisk): DiskWatch;
}

/** What a guard is made with. */
export interface DiskGuardOptions {
  /** Bytes that each may write; a file, folder or link counts 4 KB more. Default: 10 GiB. */
  limitBytes?: number;
  left?: (folder: string) => Promise<DiskUse>;
  everyMs?: number;
}

interface Watched {
  disk: WorkspaceDisk;
  stop: AbortController;
  /** Left on the disk at the start and at the last look; null before the first. */
  start: DiskUse | null;
  last: DiskUse | null;
  /** Counted bytes that vanished from the disk since it was last measured, by whomever. */
  fallen: number;
  written: DiskUse;
  isLow: boolean;
  /** Set when it was stopped: when, what was left then, how many worked, and how many others had gone. */
  stopped: { at: number; left: DiskUse; among: number; gone: number } | null;
  asked: boolean;
}

/**
 * Looks several times a second at what is left on the disk, which costs next to nothing, and at what somebody wrote
 * only when much is gone. Who wrote more than the limit is stopped. When the disk runs low whoever wrote most is
 * stopped, then the next, until there is room again: who wrote much is to blame for that, who wrote little is not.
 */
export function createDiskGuard(options: DiskGuardOptions = {}): DiskGuard {
  const { limitBytes = defaultLimitBytes, left = diskLeft, everyMs = lookEveryMs } = options;
  const all = new Set<Watched>();
  let isLooking = false;
  let gone = 0;

  async function look(it: Watched): Promise<void> {
    const now = await left(it.disk.folder).catch(() => null);
    if (now === null || it.stopped) return;
    it.start ??= now;
    it.fallen += counted(moreThan(it.last ?? now, now));
    it.last = now;
    it.isLow = isLow(now, it.start);
  }

  /** Not before half of what it may still write has vanished. */
  const isNotable = (it: Watched) =>
    it.fallen >= Math.max(limitBytes / 20, (limitBytes - counted(it.written)) / 2);

  async function measure(it: Watched, open = false): Promise<void> {
    it.fallen = 0;
    it.written = (await it.disk.written(open).catch(() => null)) ?? it.written;
  }

  function stop(it: Watched): void {
    if (it.asked) return;
    it.stopped = { at: performance.now(), left: it.last!, among: all.size, gone };
    it.stop.abort(new DOMException("It wrote too much, or the disk ran full.", "QuotaExceededError"));
  }

  async function tick(): Promise<void> {
    const running = () => [...all].filter((it) => !it.stopped && !it.asked);
    for (const it of running()) {
      await look(it);
      if (!it.isLow && !isNotable(it)) continue;
      await measure(it);
      if (counted(it.written) > limitBytes) stop(it);
    }
    const leaving = (it: Watched) => it.stopped && performance.now() - it.stopped.at < comesBackMs;
    if ([...all].some(leaving)) return;
    const most = running()
      .filter((it) => it.isLow)
      .sort((a, b) => counted(b.written) - counted(a.written))[0];
    if (most) stop(most);
  }

  async function keepLooking(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    for (; all.size > 0; await wait(everyMs, undefined, { ref: false })) await tick();
    isLooking = false;
  }

  async function verdict(
    it: Watched,
    { failure, exactly }: { failure?: unknown; exactly?: boolean },
  ): Promise<DiskVerdict | null> {
    it.asked = true;
    const { stopped } = it;
    const now = await left(it.disk.folder).catch(() => null);
    const isFull =
      (failure !== undefined && isAboutDisk(failure)) ||
      (now !== null && it.start !== null && isLow(now, it.start));
    if (now !== null) it.fallen += counted(moreThan(it.last ?? now, now));
    if (!stopped && !isFull && !exactly && !isNotable(it)) return null;
    await measure(it, true);
    // What had no name any more came back when it died; unless others went meanwhile, it was its own.
    const cameBack =
      stopped && now && stopped.gone === gone ? moreThan(now, stopped.left) : { bytes: 0, entries: 0 };
    const written = {
      bytes: it.written.bytes + cameBack.bytes,
      entries: it.written.entries + cameBack.entries,
    };
    const own = (leftBytes: number | null): DiskVerdict => ({
      fault: "own",
      error: new WroteTooMuchError(written, limitBytes, leftBytes),
    });
    if (counted(written) > limitBytes) return own(null);
    const lost = it.start && now ? counted(moreThan(it.start, stopped?.left ?? now)) : 0;
    const share = lost / (stopped?.among ?? all.size);
    const isMuch =
      counted(written) >= limitBytes * little.ofLimit && counted(written) >= share * little.ofShare;
    if ((stopped || isFull) && isMuch) return own(it.start?.bytes ?? now?.bytes ?? 0);
    return stopped && { fault: "machine", error: new DiskFullError(it.disk.folder, written) };
  }

  return {
    watch(disk) {
      const it: Watched = {
        ...{ disk, stop: new AbortController(), start: null, last: null, fallen: 0 },
        ...{ written: { bytes: 0, entries: 0 }, isLow: false, stopped: null, asked: false },
      };
      all.add(it);
      void look(it);
      void keepLooking();
      return {
        signal: it.stop.signal,
        verdict: (about = {}) => verdict(it, about),
        [Symbol.dispose]() {
          if (all.delete(it)) gone++;
        },
      };
    },
  };
}

/** Who is to blame for what could not be done with what was written, when that is its own fault; null when not. */
export async function faultIn(
  failure: unknown,
  disk: WorkspaceDisk,
  guard: DiskGuard,
): Promise<FlowError | null> {
  using writing = guard.watch(disk);
  const verdict = await writing.verdict({ failure });
  return verdict?.fault === "own" ? verdict.error : null;
}

function isAboutDisk(failure: unknown): boolean {
  const { code, message } = toErrorRecord(failure);
  return tellsOfFullDisk(`${code} ${message}`);
}

function isLow(now: DiskUse, start: DiskUse): boolean {
  return (["bytes", "entries"] as const).some(
    (what) => now[what] < Math.min(low[what], start[what] * low.ofStart),
  );
}
