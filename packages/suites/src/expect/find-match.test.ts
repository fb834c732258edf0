import { EventEmitter } from "node:events";
import { syncBuiltinESMExports } from "node:module";
import threads from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { findMatch } from "./find-match.ts";

test("what would take other engines for ever is quick", async () => {
  expect(await findMatch("^(a+)+$", "", `${"a".repeat(50_000)}b`)).toEqual({ kind: "none" });
});

test("a large text is searched beside the event loop, with the same answer", async () => {
  const text = `${"word ".repeat(200_000)}needle 42`;
  expect(await findMatch("NEEDLE \\d+", "i", text)).toEqual({
    kind: "found",
    index: 1_000_000,
    text: "needle 42",
  });
  expect(await findMatch("needle x", "", text)).toEqual({ kind: "none" });
});

test("a search that takes too long is given up", async () => {
  const text = `c${"ab".repeat(2_000_000)}`;
  const started = performance.now();
  expect(await findMatch("([ab]{1,100}){10}[^abc]", "", text, 300)).toEqual({ kind: "too-slow" });
  expect(performance.now() - started).toBeLessThan(15_000);
});

const { Worker } = threads;

/** Every thread started from now on, to the end of the test, breaks with this error. */
function breakThreads(error: Error): void {
  const put = (worker: unknown) => {
    Object.assign(threads, { Worker: worker });
    syncBuiltinESMExports();
  };
  onTestFinished(() => put(Worker));
  put(
    class extends EventEmitter {
      constructor() {
        super();
        queueMicrotask(() => this.emit("error", error));
      }
      terminate() {}
    },
  );
}

test("a search that takes too much memory is given up; one that breaks otherwise is no answer", async () => {
  const text = "a".repeat(2_000_000);
  breakThreads(Object.assign(new Error("full"), { code: "ERR_WORKER_OUT_OF_MEMORY" }));
  expect(await findMatch("b", "", text)).toEqual({ kind: "too-slow" });
  breakThreads(Object.assign(new Error("broken"), { code: "ERR_OTHER" }));
  await expect(findMatch("b", "", text)).rejects.toThrow("broken");
});
