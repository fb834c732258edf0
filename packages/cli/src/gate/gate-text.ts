import { escapeMarkdown } from "../escape-markdown.ts";
import type { GateCheck, GateResult } from "./hold-gate.ts";

const marks: Record<GateCheck["state"], string> = { held: "✓", broken: "✗", open: "?" };

/** What a gate came to, for people. Empty when nothing was asked for. */
export function gateText({ passed, checks }: GateResult): string {
  if (checks.length === 0) return "";
  const open = checks.some(({ state }) => state === "open");
  const head = passed ? `Gate passed${open ? ", with doubt" : ""}.` : "Gate failed.";
  return `${head}\n${checks.map(({ state, sentence }) => `  ${marks[state]} ${sentence}\n`).join("")}`;
}

/** The same as Markdown. */
export function gateMarkdown({ passed, checks }: GateResult): string {
  if (checks.length === 0) return "";
  const lines = checks.map(({ state, sentence }) => `- ${marks[state]} ${escapeMarkdown(sentence, 1000)}`);
  return `\n**Gate ${passed ? "passed" : "failed"}**\n\n${lines.join("\n")}\n`;
}
