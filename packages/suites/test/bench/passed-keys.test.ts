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
