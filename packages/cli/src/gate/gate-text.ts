import { escapeMarkdown } from "../text/escape-markdown.ts";
import type { GateCheck, GateResult } from "./hold-gate.ts";

const marks: Record<GateCheck["state"], string> = { held: "✓", broken: "✗", open: "?" };

/** What a gate came to, for people. Empty when nothing was asked for. */
export function gateText({ passed, checks }: GateResult): string {
  if (checks.length === 0) return "";
  return `${headOf({ passed, checks })}.\n${checks.map(({ state, sentence }) => `  ${marks[state]} ${sentence}\n`).join("")}`;
}

/** The same as Markdown. */
export function gateMarkdown({ passed, checks }: GateResult): string {
  if (checks.length === 0) return "";
  const lines = checks.map(({ state, sentence }) => `- ${marks[state]} ${escapeMarkdown(sentence, 1000)}`);
  return `\n**${headOf({ passed, checks })}**\n\n${lines.join("\n")}\n`;
}

function headOf({ passed, checks }: GateResult): string {
  if (!passed) return "Gate failed";
  return checks.some(({ state }) => state === "open") ? "Gate passed, with doubt" : "Gate passed";
}
