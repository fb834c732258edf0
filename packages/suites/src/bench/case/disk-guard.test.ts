import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import type { DiskUse } from "../../workspace/disk-use.ts";
import { createDiskGuard, faultIn } from "./disk-guard.ts";

const gigabyte = 2 ** 30;
const limitBytes = 10 * gigabyte;
const none: DiskUse = { bytes: 0, entries: 0 };

/** A disk with some left on it, and guards that look as often as they can. */
function openDisk(leftGb: number, entries = 1e9) {
  const left: DiskUse = { bytes: leftGb * gigabyte, entries };
  const guard = createDiskGuard({ limitBytes, everyMs: 0, left: async () => ({ ...left }) });
  const measured: string[] = [];
  return {
    ...{ left, guard, measured },
    /** Somebody who writes; `hide` is what has no name. */
    writer(name = "w") {
      const use = { ...none };
      const disk = {
        folder: "/disk",
        async written() {
          measured.push(name);
          return { ...use };
        },
      };
      const watch = guard.watch(disk);
      const take = (gb: number, files = 0) => {
        left.bytes -= gb * gigabyte;
        left.entries -= files;
      };
      return {
        ...watch,
        disk,
        [Symbol.dispose]: () => watch[Symbol.dispose](),
        write(gb: number, files = 0) {
          take(gb, files);
          use.bytes += gb * gigabyte;
          use.entries += files;
        },
        hide: take,
        /** Gives back what has no name. */
        die: (gb: number) => take(-gb),
      };
    },
  };
}

/** Until it was stopped; without a stop the test times out. */
async function stopped({ signal }: { signal: AbortSignal }): Promise<void> {
  while (!signal.aborted) await nextTurn();
}

async function looks(): Promise<void> {
  for (let each = 0; each < 50; each++) await new Promise((resolve) => setTimeout(resolve, 0));
}

test("who writes more than the limit is stopped and to blame; who writes less is not even measured", async () => {
  const disk = openDisk(100);
  using large = disk.writer("large");
  await looks();
  large.write(3);
  await looks();
  expect(disk.measured).toEqual([]);
  expect(await disk.writer().verdict()).toBeNull();
  large.write(9);
  await stopped(large);
  const verdict = await large.verdict();
  expect(verdict).toMatchObject({ fault: "own", error: { code: "wrote-too-much" } });
  expect(verdict!.error.message).toBe(
    "The workspace grew by 12 GB; the limit is 10 GB. What it holds is not graded.",
  );
});

test("what others write and free is not taken for its own", async () => {
  const disk = openDisk(100);
  using it = disk.writer();
  await looks();
  disk.left.bytes -= 30 * gigabyte;
  await looks();
  expect(it.signal.aborted).toBe(false);
  it.write(11);
  disk.left.bytes += 30 * gigabyte;
  await looks();
  expect(await it.verdict({ exactly: true })).toMatchObject({ fault: "own" });
});

test("names count: a disk runs out of them too", async () => {
  const disk = openDisk(100, 10_000_000);
  using it = disk.writer();
  await looks();
  it.write(0, 3_000_000);
  await stopped(it);
  expect((await it.verdict())!.error.message).toContain(
    "grew by 11.4 GB (3,000,000 files, each counted with 4 KB and its content); the limit is 10 GB",
  );
});

test("when the disk runs low, who wrote most is stopped first and is to blame", async () => {
  const disk = openDisk(9);
  using large = disk.writer("large");
  using small = disk.writer("small");
  await looks();
  small.write(1.5);
  large.write(6);
  await stopped(large);
  // What it wrote is still there: the others wait for it to go.
  await looks();
  expect(small.signal.aborted).toBe(false);
  expect((await large.verdict())!.error.message).toBe(
    "The workspace grew by 6 GB and filled the disk, which had 9 GB left; the limit is 10 GB. What it holds is not graded.",
  );
  disk.left.bytes += 6 * gigabyte;
  large[Symbol.dispose]();
  await looks();
  expect(small.signal.aborted).toBe(false);
  expect(await small.verdict({ exactly: true })).toBeNull();
});

test("of several that fill it together the first is to blame, though it wrote only its share", async () => {
  const disk = openDisk(8);
  const all = Array.from({ length: 4 }, () => disk.writer());
  await looks();
  for (const each of all) each.write(1.75);
  while (!all.some(({ signal }) => signal.aborted)) await nextTurn();
  const first = all.find(({ signal }) => signal.aborted)!;
  expect(await first.verdict()).toMatchObject({ fault: "own" });
  for (const each of all) each[Symbol.dispose]();
});

test.each([
  ["little", 0.1, 7.8],
  ["much, but others far more", 1.2, 58],
])("who wrote %s is stopped on a full disk, which is not its fault", async (_what, own, others) => {
  const disk = openDisk(own + others + 0.1);
  using it = disk.writer();
  await looks();
  it.write(own);
  disk.left.bytes -= others * gigabyte;
  await stopped(it);
  const verdict = await it.verdict();
  expect(verdict).toMatchObject({ fault: "machine", error: { code: "disk-full", retryable: false } });
  expect(verdict!.error.message).toContain("free some space there");
});

test("what was written under no name comes back with its death, and counts", async () => {
  const disk = openDisk(8);
  using it = disk.writer();
  await looks();
  it.hide(7);
  await stopped(it);
  it.die(7);
  expect(await it.verdict()).toMatchObject({ fault: "own" });
});

test("what comes back when others end is not taken for its own", async () => {
  const disk = openDisk(8);
  using it = disk.writer();
  const other = disk.writer();
  await looks();
  disk.left.bytes -= 7 * gigabyte;
  await stopped(it);
  disk.left.bytes += 7 * gigabyte;
  other[Symbol.dispose]();
  expect(await it.verdict()).toMatchObject({ fault: "machine" });
});

test("a copy for which there is no room is the fault of who wrote much, and of nobody else", async () => {
  const disk = openDisk(50);
  const full = Object.assign(new Error("no space left on device, write"), { code: "ENOSPC" });
  using large = disk.writer();
  large.write(4);
  expect(await faultIn(full, large.disk, disk.guard)).toMatchObject({ code: "wrote-too-much" });
  expect(await faultIn(new Error("EACCES"), large.disk, disk.guard)).toBeNull();
  using small = disk.writer();
  small.write(0.5);
  expect(await faultIn(full, small.disk, disk.guard)).toBeNull();
});

test("a disk that cannot be looked at is nobody's fault", async () => {
  const guard = createDiskGuard({ everyMs: 0, left: () => Promise.reject(new Error("gone")) });
  using it = guard.watch({ folder: "/gone", written: () => Promise.reject(new Error("gone")) });
  await looks();
  expect(await it.verdict({ exactly: true })).toBeNull();
});
