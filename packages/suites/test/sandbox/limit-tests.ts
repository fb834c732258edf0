import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Exit } from "../../src/process/exit.ts";
import type { Trial } from "./trial.ts";
import { processesWith, uniqueSeconds } from "./watch-host.ts";

const mebi = 2 ** 20;

/** Limits hold as the sandbox says. */
export function limitTests(trial: Trial): void {
  const { folder, run } = trial;
  const { enforces } = trial.sandbox;

  async function mostAtOnce(text: string, doing: () => Promise<Exit>) {
    let most = 0;
    const looking = setInterval(() => {
      most = Math.max(most, processesWith(text).length);
    }, 50);
    const exit = await doing();
    clearInterval(looking);
    return { exit, most };
  }

  test("the file size limit holds", async () => {
    if (!enforces.fileSize) return expect(enforces.fileSize).toBe(false);
    const exit = await run("head -c 3000000 /dev/zero >big", { limits: { fileBytes: mebi } });
    expect(exit.code).not.toBe(0);
    expect(statSync(join(folder(), "big")).size).toBeLessThanOrEqual(mebi);
  });

  test("a flood of output is counted, cut, and ended past its limit", async () => {
    const cut = await run("head -c 4000000 /dev/zero | tr '\\0' x", { limits: { keepBytes: 1000 } });
    expect(cut).toMatchObject({ ended: "itself", code: 0, stdout: { bytes: 4_000_000, truncated: true } });
    expect(cut.stdout.text.length).toBeLessThan(1200);
    const ended = await run("yes", { limits: { keepBytes: 1000, outputBytes: 5 * mebi } });
    expect(ended).toMatchObject({ ended: "output", alive: [] });
  });

  test("the memory limit holds, and the end says so", async () => {
    if (enforces.memory === "none") return expect(enforces.memory).toBe("none");
    const eat = "head -c 900000000 /dev/zero | tail >/dev/null";
    const exit = await run(eat, { limits: { memoryBytes: 200 * mebi } });
    expect(exit).toMatchObject({ ended: "memory", oom: true, alive: [] });
    expect(await run("head -c 1000 /dev/zero | tail", { limits: { memoryBytes: 200 * mebi } })).toMatchObject(
      {
        ended: "itself",
        code: 0,
      },
    );
  });

  test("the memory limit counts all processes together", async () => {
    if (enforces.memory === "none") return expect(enforces.memory).toBe("none");
    const hold = `node -e 'const held = Buffer.alloc(120e6, 1); setTimeout(() => held.length, 5000)'`;
    const eat = `for i in 1 2 3 4; do ${hold} & done; wait`;
    const exit = await run(eat, { limits: { memoryBytes: 350 * mebi } });
    expect(exit).toMatchObject({ oom: true, alive: [] });
  });

  test("what lies in the folders that a sandbox has in memory counts", async () => {
    if (enforces.memory === "none" || !enforces.files) return;
    for (const at of ["/tmp", "/var/tmp", "$HOME", "/dev/shm"]) {
      const eat = `head -c 600000000 /dev/zero >${at}/a && sleep 5`;
      const exit = await run(eat, { limits: { memoryBytes: 200 * mebi } });
      expect([at, exit]).toMatchObject([at, { ended: "memory", oom: true, alive: [] }]);
    }
  });

  const hold = (bytes: number, then: string) =>
    `python3 -c 'import mmap, os, time\nm = mmap.mmap(-1, ${bytes})\nfor at in range(0, ${bytes}, 4096): m[at] = 1\n${then}'`;
  const hasPython = spawnSync("python3", ["--version"]).status === 0;

  test.runIf(hasPython)("memory that processes share counts, and once", async () => {
    if (enforces.memory === "none") return;
    const limits = { memoryBytes: 250 * mebi };
    const much = await run(hold(600e6, "time.sleep(5)"), { limits });
    expect(much).toMatchObject({ ended: "memory", oom: true, alive: [] });
    const forks =
      "for _ in range(3): os.fork()\nfor at in range(0, 150000000, 4096): m[at] = 2\ntime.sleep(1)";
    expect(await run(hold(150e6, forks), { limits })).toMatchObject({ ended: "itself", code: 0 });
    const copies = "b = bytearray(120000000)\nfor _ in range(2): os.fork()\ntime.sleep(1)";
    expect(await run(hold(4096, copies), { limits })).toMatchObject({ ended: "itself", code: 0 });
    const both = `head -c 150000000 /dev/zero >$TMPDIR/m && ${hold(4096, 'f = open(os.environ["TMPDIR"] + "/m", "r+b")\nn = mmap.mmap(f.fileno(), 0)\nfor at in range(0, 150000000, 4096): n[at] = 1\ntime.sleep(1)')}`;
    expect(await run(both, { limits })).toMatchObject({ ended: "itself", code: 0 });
  });

  test.runIf(hasPython)(
    "memory that is only set aside, as sanitizers of C and Go do, does not count",
    async () => {
      const aside = "mmap.mmap(-1, 2**44, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000)[0] = 1";
      const limits = { memoryBytes: 250 * mebi };
      expect(await run(`python3 -c 'import mmap; ${aside}'`, { limits })).toMatchObject({ code: 0 });
    },
  );

  test("more processes than allowed do not run", async () => {
    if (enforces.processes === "none") return expect(enforces.processes).toBe("none");
    const seconds = uniqueSeconds();
    const many = `i=0; while [ $i -lt 150 ]; do sleep ${seconds} & i=$((i+1)); sleep 0.01; done 2>/dev/null; sleep 60`;
    const seen = await mostAtOnce(seconds, () => run(many, { limits: { processes: 40, timeMs: 4000 } }));
    const watched = enforces.processes === "watched";
    expect(seen.exit).toMatchObject({
      ended: expect.stringMatching(watched ? /processes|itself/ : /itself|timeout/),
      alive: [],
    });
    expect(seen.most).toBeGreaterThan(5);
    expect(seen.most).toBeLessThanOrEqual(watched ? 80 : 45);
    expect(processesWith(seconds)).toEqual([]);
  });

  test("a fork bomb stays within its limit and dies", async () => {
    if (enforces.processes !== "tree") return expect(enforces.processes).not.toBe("tree");
    const seconds = uniqueSeconds();
    const bomb = `b() { sleep ${seconds} & b & b & wait; }; (b) 2>/dev/null; exec sleep 60`;
    const seen = await mostAtOnce(seconds, () => run(bomb, { limits: { processes: 40, timeMs: 2500 } }));
    expect(seen.exit.ended).toMatch(/itself|timeout/);
    expect(seen.exit.alive).toEqual([]);
    expect(seen.most).toBeGreaterThan(5);
    expect(seen.most).toBeLessThanOrEqual(45);
    expect(processesWith(seconds)).toEqual([]);
  });
}
