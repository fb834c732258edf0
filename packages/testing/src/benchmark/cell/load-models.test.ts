import type { LanguageModel } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { loadModels } from "./load-models.ts";

const model = (supportedUrls: () => unknown) =>
  Object.defineProperty({}, "supportedUrls", { get: supportedUrls }) as LanguageModel;

test("waits for what models load, and for no failure", async () => {
  const loaded: string[] = [];
  const slow = async (name: string) => {
    await new Promise(setImmediate);
    loaded.push(name);
    return {};
  };
  await loadModels([
    model(() => slow("a")),
    model(() => Promise.reject(new Error("no package"))),
    model(() => {
      throw new Error("no model");
    }),
    model(() => slow("b")),
    model(() => ({})),
  ]);
  expect(loaded).toEqual(["a", "b"]);
});

test("does not wait for ever", async () => {
  await loadModels([model(() => new Promise(() => {}))], 10);
});
