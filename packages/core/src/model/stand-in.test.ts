import { setFlagsFromString } from "node:v8";
import { expect, test } from "vitest";
import type { LanguageModel } from "./language-model.ts";
import { standInFor } from "./stand-in.ts";

const price = { input: 1, output: 2 };

function model(asked: string[], supportedUrls: LanguageModel["supportedUrls"] = {}): LanguageModel {
  return {
    ...{ specificationVersion: "v4", provider: "own.chat", modelId: "one", price, simulated: true },
    get supportedUrls() {
      asked.push("urls");
      return supportedUrls;
    },
    doGenerate: () => Promise.reject(new Error("the model itself was called")),
    doStream: () => Promise.reject(new Error("the model itself was called")),
  };
}

function standIn(inner: LanguageModel): LanguageModel {
  return standInFor(inner, {
    ...{ provider: "mine", modelId: "two", supportedUrls: () => inner.supportedUrls },
    doGenerate: () => Promise.reject(new Error("the stand-in was called")),
    doStream: () => Promise.reject(new Error("the stand-in was called")),
  });
}

test("knows of itself what the model does, and asks for its addresses when they are read", () => {
  const asked: string[] = [];
  const urls = { "image/*": [/^https:/] };
  const made = standIn(model(asked, urls));
  expect(made).toMatchObject({ specificationVersion: "v4", provider: "mine", modelId: "two", price });
  expect(made.simulated).toBe(true);
  const askedBefore = asked.length;
  expect(askedBefore).toBeLessThanOrEqual(1);
  expect(made.supportedUrls).toBe(urls);
  expect(asked.length).toBeGreaterThan(askedBefore);
});

test("a copy of it, and one that inherits from it, does what it does", async () => {
  const urls = { "image/*": [/^https:/] };
  const made = standIn(model([], urls));
  const copy = { ...made, modelId: "three" };
  expect(copy).toMatchObject({ provider: "mine", modelId: "three", supportedUrls: urls, price });
  await expect(copy.doGenerate({ prompt: [] })).rejects.toThrow("the stand-in was called");
  const heir: LanguageModel = Object.create(made);
  expect(heir.supportedUrls).toBe(urls);
});

test("it is no table, as an object with a getter of its own is", () => {
  setFlagsFromString("--allow-natives-syntax");
  const isFast = new Function("object", "return %HasFastProperties(object)");
  expect([standIn(model([])), standIn(model([]))].map((made) => isFast(made))).toEqual([true, true]);
  const literals = [model([]), model([])];
  expect(
    literals.map((made) => isFast(made)),
    "a literal would do as well",
  ).toEqual([false, false]);
});
