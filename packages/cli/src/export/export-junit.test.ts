import type { RunStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { exportJunit } from "./export-junit.ts";

test("checks of a gate that have the same name are told apart, the first by its name alone", async () => {
  const check = (name: string, broken = false) => ({ name, broken, sentence: "so" });
  const checks = [check("regression", true), check("cost"), check("regression"), check("regression")];
  let xml = "";
  for await (const part of exportJunit({} as RunStore, [], checks)) xml += part;
  expect(xml.match(/(?<=classname="gate" name=")[^"]+/g)).toEqual([
    ...["regression", "cost", "regression #2", "regression #3"],
  ]);
});
