import { expect } from "vitest";
import { type Child, startChild } from "../support/child.ts";

/** A process that is ready to sweep the plan; it begins when it is told anything. */
export async function startSweeper(file: string, url: string, concurrency: number): Promise<Child> {
  const sweeper = startChild("kill/sweeper.ts", [file, url, String(concurrency)]);
  expect(await sweeper.line(), sweeper.errors()).toBe("ready");
  return sweeper;
}
