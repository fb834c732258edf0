import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import type { TranscriptEvent } from "../../../src/transcript/transcript-event.ts";
import type { StubAnswer } from "./stub-model.ts";

/** A call of the tool that reads. */
export const read = (path: string): [string, unknown] => ["read", { path }];

/** A call of the tool that runs commands. */
export const shell = (command: string, more = {}): [string, unknown] => ["shell", { command, ...more }];

/** The answer that ends the work. */
export const done: StubAnswer = { text: "All done." };

/** An error as the packages of providers throw it. */
export class ProviderTrouble extends Error {
  readonly statusCode: number;
  readonly responseHeaders: Record<string, string>;
  constructor(statusCode: number, message = `status ${statusCode}`, retryAfter?: string) {
    super(message);
    this.statusCode = statusCode;
    this.responseHeaders = retryAfter === undefined ? {} : { "retry-after": retryAfter };
  }
}

/** What the tools answered. */
export async function results(events: TranscriptEvent[]) {
  return events.filter((event) => event.type === "tool-result") as {
    ok: boolean;
    text: string;
    tool: string;
  }[];
}

/** The parts of a message. */
export const partsOf = ({ content }: { content: unknown }): any[] => (Array.isArray(content) ? content : []);

/** A process that is gone, or waits only to be buried, is dead. */
export async function expectDead(workspace: string, name: string) {
  const pid = Number(await readFile(join(workspace, name), "utf8"));
  await expect
    .poll(async () => {
      const facts = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "gone");
      return facts === "gone" || /\) [ZX] /.test(facts);
    })
    .toBe(true);
}
