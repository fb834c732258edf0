import { describe, expect, test } from "vitest";
import { cell, claimOf, passed, result } from "../support/sample-records.ts";
import type { StoresUnderTest } from "../support/stores-under-test.ts";

/** Registers the tests of artifacts: kept exactly, with their attempt. */
export function artifactsConformance(stores: StoresUnderTest): void {
  const { withRun } = stores;

  describe("artifacts", () => {
    const bytes = new Uint8Array(300).map((_, i) => i % 256);
    const contents: [string, string | Uint8Array][] = [
      ["empty text", ""],
      ["text", "Hello\r\n\u0000 wörld \u{1f600} \ufeff"],
      ["text that is no valid Unicode", `a\ud800b${"x".repeat(200)}`],
      ["no bytes", new Uint8Array(0)],
      ["all bytes", bytes],
      ["bytes that are text", new TextEncoder().encode("plain text ".repeat(50))],
      ["text of 300 kB", "0123456789".repeat(30_000)],
      ["10 MB of text", "The quick brown fox jumps over the lazy dog. ".repeat(233_017)],
      ["10 MB of bytes", new Uint8Array(10 * 1024 * 1024).map((_, i) => (i * 2_654_435_761) >>> 13)],
    ];

    test.each(contents)("%s comes back exactly", async (label, content) => {
      const { store, run } = await withRun();
      await store.claim(run.id, "w1", claimOf(cell));
      const artifact = { name: label, mediaType: "text/plain", content };
      await store.endAttempt(run.id, cell, 1, result(passed, { artifacts: [artifact] }));
      const read = await store.artifact(run.id, cell, 1, label);
      expect(typeof read?.content).toBe(typeof content);
      // Large content is compared without a diff, which would take minutes.
      expect(Buffer.compare(Buffer.from(read!.content as string), Buffer.from(content as string))).toBe(0);
      if (typeof content === "string") expect(read!.content === content).toBe(true);
      const size =
        typeof content !== "string"
          ? content.length
          : content.isWellFormed()
            ? Buffer.byteLength(content)
            : content.length * 2;
      const [attempt] = await store.attempts(run.id, cell);
      expect(attempt).toMatchObject({ artifacts: [{ name: label, mediaType: "text/plain", bytes: size }] });
    });

    test("they belong to their attempt, in the order given; what is not there is null", async () => {
      const { store, run } = await withRun();
      const artifact = (name: string, content: string) => ({ name, mediaType: "text/plain", content });
      await store.claim(run.id, "w1", claimOf(cell));
      const cancelled = result(
        { kind: "cancelled", reason: "" },
        {
          artifacts: [artifact("z", "first"), artifact("a", "also")],
        },
      );
      await store.endAttempt(run.id, cell, 1, cancelled);
      await store.claim(run.id, "w1", claimOf(cell));
      await store.endAttempt(run.id, cell, 2, result(passed, { artifacts: [artifact("z", "second")] }));
      expect((await store.artifact(run.id, cell, 1, "z"))?.content).toBe("first");
      expect((await store.artifact(run.id, cell, 2, "z"))?.content).toBe("second");
      expect(await store.artifact(run.id, cell, 2, "a")).toBeNull();
      expect(await store.artifact(run.id, { ...cell, run: 1 }, 1, "z")).toBeNull();
      expect((await store.attempts(run.id, cell))[0]).toMatchObject({
        artifacts: [
          { name: "z", bytes: 5 },
          { name: "a", bytes: 4 },
        ],
      });
    });

    test("those of an attempt that did not end are not kept", async () => {
      const { store, run } = await withRun();
      await store.claim(run.id, "w1", claimOf(cell));
      await store.releaseWorker("w1");
      const late = result(passed, { artifacts: [{ name: "late", mediaType: "text/plain", content: "x" }] });
      expect(await store.endAttempt(run.id, cell, 1, late)).toBe(false);
      expect(await store.artifact(run.id, cell, 1, "late")).toBeNull();
    });

    test("a store that closes waits for large ones", async () => {
      const { store, run } = await withRun();
      await store.claim(run.id, "w1", claimOf(cell));
      const large = result(passed, {
        artifacts: [{ name: "l", mediaType: "text/plain", content: "x".repeat(500_000) }],
      });
      const ended = store.endAttempt(run.id, cell, 1, large);
      await store.close();
      expect(await ended).toBe(true);
    });
  });
}
