import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { findPublishedModel } from "./published-rates.ts";

test("the price list is loaded when the first model is looked up, not before", () => {
  // In a process of its own: here another test may have looked one up already.
  const program = `
    import { createRequire } from "node:module";
    import ${JSON.stringify(import.meta.resolve("./meter.ts"))};
    import { findPublishedModel } from ${JSON.stringify(import.meta.resolve("./published-rates.ts"))};
    const { cache } = createRequire(${JSON.stringify(import.meta.url)});
    const isLoaded = () => Object.keys(cache).some((file) => file.includes("genai-prices"));
    console.log(isLoaded(), findPublishedModel("anthropic", "claude-haiku-4-5")?.listed, isLoaded());
  `;
  const args = ["--conditions=@flow-state-dev/source", "--input-type=module", "-e", program];
  const said = execFileSync(process.execPath, args, { encoding: "utf8" });
  expect(said.trim()).toBe("false anthropic/claude-haiku-4-5 true");
});

test("providers go by their names elsewhere, and no others", () => {
  expect(findPublishedModel("xai", "grok-4")?.listed).toMatch(/^x-ai\//);
  expect(findPublishedModel("anthropic-like", "claude-haiku-4-5")).toBeNull();
  expect(findPublishedModel("", "claude-haiku-4-5")).toBeNull();
});

test("rates of a long call are those of its tier", () => {
  const rates = findPublishedModel("google", "gemini-2.5-pro")?.ratesAt(new Date());
  expect(rates?.input).toEqual({ base: 1.25, tiers: [{ above: 200_000, rate: 2.5 }] });
});
