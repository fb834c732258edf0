import { afterEach, expect, test, vi } from "vitest";
import { noticesOf } from "../adversarial/notices-of.ts";
import { openBench } from "./support.ts";

afterEach(() => vi.unstubAllEnvs());

test("a suite that hands its agents the key of a provider says so", async () => {
  vi.stubEnv("ANTHROPIC_API_KEY", "sk-ant-not-a-real-one");
  await using bench = await openBench();
  expect(await noticesOf(bench, { env: ["ANTHROPIC_API_KEY"] })).toContainEqual(
    expect.stringMatching(/^The suite hands agents ANTHROPIC_API_KEY by env/),
  );
  expect((await noticesOf(bench)).join()).not.toContain("ANTHROPIC_API_KEY");
});

test("what a set-up that failed wrote is told without the values that were passed to it", async () => {
  await using bench = await openBench();
  const it = { env: ["REGISTRY_LOGIN"], setup: ["echo no login for $REGISTRY_LOGIN; exit 1"] };
  const env = { REGISTRY_LOGIN: "b3-not-for-everyone" };
  const { runs } = await bench.run(it, "noop", { env, limits: { maxAttempts: 1 } });
  expect(runs[0]!.error).toMatch(/exited with 1\. .*\nno login for \[redacted\]$/);
});
