import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseUsage, readUsageFile } from "./usage-file.ts";

describe("usage as a program reports it", () => {
  test("tokens, cost, or one of them", () => {
    expect(parseUsage('{"tokens":{"input":10,"output":2},"cost":0.5}\n')).toMatchObject({
      usage: { inputTokens: 10, outputTokens: 2 },
      costUsd: 0.5,
      warning: null,
    });
    expect(parseUsage('{"cost":0}')).toEqual({ usage: null, costUsd: 0, warning: null });
    expect(parseUsage('{"tokens":{"input":1,"output":1}}')).toMatchObject({ costUsd: null, warning: null });
    for (const nothing of ["", "{}", '{"tokens":null}', '{"cost":null,"model":"m"}'])
      expect(parseUsage(nothing)).toEqual({ usage: null, costUsd: null, warning: null });
    expect(parseUsage('{"cost":1}\n{"cost":2}\n')).toMatchObject({ costUsd: 2 });
  });

  test.each([
    ["not json", /not JSON/],
    ["[1]", /not a JSON object/],
    ['{"cost":-1}', /no amount/],
    ['{"cost":1e300}', /no amount/],
    ['{"cost":"free"}', /no amount/],
    ['{"tokens":{"input":-5,"output":1}}', /tokens are unknown/],
    ['{"tokens":{"input":1.5,"output":1}}', /tokens are unknown/],
    ['{"tokens":{"input":1e15,"output":1}}', /tokens are unknown/],
    ['{"tokens":7}', /tokens are unknown/],
    ['{"costUsd":0.5,"usage":{}}', /neither tokens nor cost/],
  ])("%s is unknown, never 0, with a warning", (text, warning) => {
    expect(parseUsage(text)).toEqual({ usage: null, costUsd: null, warning: expect.stringMatching(warning) });
  });

  test("one half that is wrong does not spoil the other", () => {
    expect(parseUsage('{"tokens":{"input":3,"output":1},"cost":-1}')).toMatchObject({
      usage: { inputTokens: 3 },
      costUsd: null,
    });
  });

  test("whatever is in it, nothing is thrown and no figure is below 0", () => {
    const value = fc.oneof(
      fc.string(),
      fc.json(),
      fc.record({ tokens: fc.anything(), cost: fc.double() }).map((it) => JSON.stringify(it)),
    );
    fc.assert(
      fc.property(value, (text) => {
        const { usage, costUsd } = parseUsage(text ?? "");
        expect(costUsd ?? 0).toBeGreaterThanOrEqual(0);
        expect(usage?.inputTokens ?? 0).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test("links, pipes, folders and floods are not read", async () => {
    const folder = await mkdtemp(join(tmpdir(), "usage-test-"));
    try {
      await writeFile(join(folder, "real"), '{"cost":1}');
      await symlink("real", join(folder, "link"));
      await mkdir(join(folder, "dir"));
      await writeFile(join(folder, "flood"), "x".repeat(100_000));
      execFileSync("mkfifo", [join(folder, "pipe")]);
      for (const name of ["link", "dir", "flood", "pipe"]) {
        expect(await readUsageFile(join(folder, name))).toMatchObject({
          usage: null,
          costUsd: null,
          warning: expect.stringContaining("unknown"),
        });
      }
      expect(await readUsageFile(join(folder, "missing"))).toEqual({
        usage: null,
        costUsd: null,
        warning: null,
      });
      expect(await readUsageFile(join(folder, "real"))).toMatchObject({ costUsd: 1 });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  // Files of the kernel say that they are empty, like one that an agent fills between the look and the read.
  test.runIf(process.platform === "linux")(
    "no more is read than may be, whatever its size is said to be",
    async () => {
      expect(await readUsageFile("/proc/self/smaps")).toEqual({
        ...{ usage: null, costUsd: null },
        warning: "X_USAGE holds more than 64 KiB, so the usage is unknown.",
      });
    },
  );
});
