import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { InvalidRecordError } from "../errors/record-errors.ts";
import { type Transactions, WriteQueue, type WriteTime } from "./write-queue.ts";

class Busy extends Error {}
class Trouble extends Error {}

/** Transactions that only keep a log; what is set in `fail` is thrown at that step. */
function recorded(gatherMs = 1) {
  const log: string[] = [];
  let onCommit = () => {};
  const fail: { begin: Error[]; commit: Error[] } = { begin: [], commit: [] };
  const step = (name: "begin" | "commit") => {
    const error = fail[name].shift();
    if (error !== undefined) throw error;
    log.push(name);
  };
  const transactions: Transactions = {
    begin: () => step("begin"),
    commit: () => {
      onCommit();
      step("commit");
    },
    rollback: () => void log.push("rollback"),
    isBusy: (error) => error instanceof Busy,
    isStoreTrouble: (error) => error instanceof Trouble || error instanceof Busy,
    translate: (error) => error,
  };
  const queue = new WriteQueue(transactions, gatherMs, heldTime);
  const write = (name: string) =>
    queue.add(() => {
      log.push(name);
      return name;
    });
  const commit = {
    takes: (work: () => void) => {
      onCommit = work;
    },
  };
  return { queue, log, fail, write, commit };
}

/** Time that stands still when a test holds it. */
const heldTime: WriteTime = {
  elapsed: () => performance.now(),
  soon: (callback) => void setImmediate(callback),
  after: (ms, callback) => void setTimeout(callback, ms),
};

/** Keeps the process busy. */
function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe("group commit", () => {
  test("writes that come together share a transaction, in their order, and settle after it", async () => {
    const { queue, log, write } = recorded();
    const writes = [write("a"), write("b"), write("c")];
    expect(log).toEqual([]);
    await writes[0];
    expect(log).toEqual(["begin", "a", "b", "c", "commit"]);
    expect(await Promise.all(writes)).toEqual(["a", "b", "c"]);
    await write("d");
    expect(log.slice(5)).toEqual(["begin", "d", "commit"]);
    await queue.flush();
    expect(log).toHaveLength(8);
  });

  test("nobody waits for the end of a turn of the event loop", async () => {
    const { log, write } = recorded();
    const turn = new Promise<void>((resolve) => setImmediate(() => resolve(void log.push("turn"))));
    const goOn = async (name: string) => {
      await Promise.resolve();
      await write(name);
    };
    await Promise.all([goOn("a"), goOn("b")]);
    expect(log).toEqual(["begin", "a", "b", "commit"]);
    await turn;
  });

  describe("right after many writes", () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "setTimeout"] }));
    afterEach(() => void vi.useRealTimers());
    const turn = () => new Promise((resolve) => setImmediate(resolve));

    test("a write waits for more to share its transaction", async () => {
      const { log, write } = recorded();
      await Promise.all(["a", "b", "c", "d"].map(write));
      const writes = [write("e")];
      await turn();
      writes.push(write("f"));
      await turn();
      expect(log.slice(6)).toEqual([]);
      vi.advanceTimersByTime(1);
      await Promise.all(writes);
      expect(log.slice(6)).toEqual(["begin", "e", "f", "commit"]);
    });

    test("as many again wait for nobody", async () => {
      const { log, write } = recorded();
      await Promise.all(["a", "b", "c", "d"].map(write));
      await Promise.all(["e", "f", "g", "h"].map(write));
      expect(log.slice(6)).toEqual(["begin", "e", "f", "g", "h", "commit"]);
    });

    test("a read waits for nothing: what is there is written first", async () => {
      const { queue, log, write } = recorded();
      await Promise.all(["a", "b", "c", "d"].map(write));
      const late = write("e");
      expect(queue.drain()).toBe(true);
      expect(log.slice(6)).toEqual(["begin", "e", "commit"]);
      await late;
    });

    test("it waits for nobody where nothing is gathered", async () => {
      const { log, write } = recorded(0);
      await Promise.all(["a", "b", "c", "d"].map(write));
      await write("e");
      expect(log.slice(6)).toEqual(["begin", "e", "commit"]);
    });

    test("after few it waits for nobody", async () => {
      const { log, write } = recorded();
      await Promise.all(["a", "b", "c"].map(write));
      await write("d");
      await write("e");
      expect(log.slice(5)).toEqual(["begin", "d", "commit", "begin", "e", "commit"]);
    });
  });

  test("transactions that take most of the time wait, and have more to write", async () => {
    const { log, write, commit } = recorded();
    let longest = 0;
    commit.takes(() => {
      const start = performance.now();
      block(3);
      longest = Math.max(longest, performance.now() - start);
    });
    await write("a");
    const turn = new Promise<void>((resolve) => setImmediate(() => resolve(void log.push("turn"))));
    await write("b");
    expect(log.indexOf("turn")).toBeLessThan(log.indexOf("b"));
    await turn;
    block(30 + 20 * longest);
    commit.takes(() => {});
    log.length = 0;
    const later = new Promise<void>((resolve) => setImmediate(() => resolve(void log.push("turn"))));
    await write("c");
    expect(log).toEqual(["begin", "c", "commit"]);
    await later;
  });

  test("writes that follow each other without end leave the event loop its turns", async () => {
    const { write } = recorded();
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    const end = performance.now() + 200;
    while (performance.now() < end) await write("a");
    clearInterval(timer);
    expect(turns).toBeGreaterThanOrEqual(3);
  });

  test("a batch is bounded in writes and in bytes", async () => {
    const { queue, log } = recorded();
    await Promise.all(Array.from({ length: 2_500 }, () => queue.add(() => {})));
    expect(log.filter((entry) => entry === "begin")).toHaveLength(3);
    log.length = 0;
    await Promise.all(Array.from({ length: 4 }, () => queue.add(() => {}, 3_000_000)));
    expect(log.filter((entry) => entry === "begin")).toHaveLength(2);
  });

  test("a drain writes at once", async () => {
    const { queue, log, write } = recorded();
    const written = write("a");
    queue.drain();
    expect(log).toEqual(["begin", "a", "commit"]);
    expect(await written).toBe("a");
  });
});

describe("failures", () => {
  test("a write that refuses does not disturb its neighbours", async () => {
    const { queue, log, write } = recorded();
    const refused = queue.add(() => {
      throw new InvalidRecordError("It", "bad", "better");
    });
    const results = await Promise.allSettled([write("a"), refused, write("b")]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(log).toEqual(["begin", "a", "b", "commit"]);
  });

  const breaking = (queue: WriteQueue) =>
    queue.add(() => {
      throw new TypeError("a bug");
    });

  test("a write that breaks takes the batch back, and only it fails", async () => {
    const { queue, log, write } = recorded();
    const results = await Promise.allSettled([write("a"), breaking(queue), write("b")]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    const batch = ["begin", "a", "rollback"];
    expect(log).toEqual([...batch, "begin", "a", "commit", "begin", "rollback", "begin", "b", "commit"]);
  });

  test("when the store is in trouble all fail, and the next may succeed", async () => {
    const { fail, log, write } = recorded();
    fail.commit.push(new Trouble("full"));
    const results = await Promise.allSettled([write("a"), write("b")]);
    expect(results).toMatchObject([{ reason: { message: "full" } }, { reason: { message: "full" } }]);
    expect(log.at(-1)).toBe("rollback");
    expect(await write("c")).toBe("c");
  });

  test("trouble in the middle of one by one fails the rest", async () => {
    const { queue, log, write } = recorded();
    const troubled = () =>
      queue.add(() => {
        throw new Trouble("full");
      });
    const results = await Promise.allSettled([breaking(queue), write("a"), troubled(), write("b")]);
    expect(results).toMatchObject([
      { reason: { message: "a bug" } },
      { value: "a" },
      { reason: { message: "full" } },
      { reason: { message: "full" } },
    ]);
    expect(log).not.toContain("b");
  });

  test("a kept write stays, before all others, until it can be written", async () => {
    const { queue, fail, log, write } = recorded();
    fail.commit.push(new Trouble("full"), new Trouble("full"));
    queue.addKept(
      () => void log.push("kept"),
      () => {},
    );
    await expect(write("a")).rejects.toThrow("full");
    await expect(queue.flush()).rejects.toThrow("full");
    log.length = 0;
    await write("b");
    expect(log).toEqual(["begin", "kept", "b", "commit"]);
  });

  test("trouble fails also what waits for the batches after", async () => {
    const { queue, fail } = recorded();
    fail.begin.push(new Trouble("full"));
    for (let i = 0; i < 1_200; i++)
      queue.addKept(
        () => {},
        () => {},
      );
    await expect(queue.add(() => {})).rejects.toThrow("full");
    await queue.flush();
  });

  test("a kept write that is refused is told to its owner", async () => {
    const { queue } = recorded();
    const told = vi.fn();
    queue.addKept(() => {
      throw new InvalidRecordError("It", "bad", "better");
    }, told);
    await queue.flush();
    expect(told).toHaveBeenCalledOnce();
  });
});

describe("another process in the way", () => {
  test("is waited for without anybody noticing, and order is kept", async () => {
    const { fail, log, write } = recorded();
    fail.begin.push(new Busy(), new Busy(), new Busy());
    const first = write("a");
    await new Promise((resolve) => setImmediate(resolve));
    expect(await Promise.all([first, write("b")])).toEqual(["a", "b"]);
    expect(log).toEqual(["begin", "a", "b", "commit"]);
  });

  test("that never goes away is told after half a minute", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "setImmediate", "performance"] });
    try {
      const { fail, write } = recorded();
      fail.begin.push(...Array.from({ length: 10_000 }, () => new Busy("locked")));
      const told = expect(write("a")).rejects.toThrow("locked");
      await vi.advanceTimersByTimeAsync(31_000);
      await told;
    } finally {
      vi.useRealTimers();
    }
  });
});

test("a closed queue takes nothing more and refuses what is left", async () => {
  const { queue, write } = recorded();
  const left = write("a");
  queue.close();
  await expect(left).rejects.toMatchObject({ code: "store-closed" });
  await expect(write("b")).rejects.toMatchObject({ code: "store-closed" });
  expect(() =>
    queue.addKept(
      () => {},
      () => {},
    ),
  ).toThrow(/closed/);
});
