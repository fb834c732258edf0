import fc from "fast-check";
import { parseUsage } from "../../packages/suites/src/agent/usage-file.ts";
import { readTranscript } from "../../packages/suites/src/transcript/read-transcript.ts";
import { renderTranscript } from "../../packages/suites/src/transcript/render-transcript.ts";
import { type FuzzTarget, holds, isAmount, isPrintable } from "../fuzz-target.ts";
import { hostileJson } from "../inputs/hostile-json.ts";
import { graftedJson, mutatedText } from "../inputs/mutated-text.ts";

const time = { atMs: 1, turn: 1 };
const usage = {
  inputTokens: 1,
  outputTokens: 2,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};
const lines = [
  { transcript: 1, agent: "a", agentVersion: "1", model: null, startedAt: "2026-01-01T00:00:00.000Z" },
  { type: "message", role: "assistant", text: "hello\nthere", reasoning: "hm", ...time },
  { type: "tool-call", id: "t", tool: "run", input: { command: "ls" }, ...time },
  { type: "tool-result", id: "t", tool: "run", ok: false, text: "\u001b[31mno", durationMs: 5, ...time },
  { type: "usage", model: "m", usage, costUsd: 0.5, durationMs: 3, ...time },
  { type: "output", stream: "stdout", text: "\u001b]0;title\u0007", ...time },
  { type: "notice", text: "n", ...time },
  { type: "error", error: { name: "E", message: "m" }, ...time },
  { type: "end", ended: "done", detail: "d", ...time },
  { left: 3 },
];
const names = [...new Set(lines.flatMap((line) => Object.keys(line)))];
const words = [
  "message",
  "tool-call",
  "tool-result",
  "usage",
  "output",
  "notice",
  "error",
  "end",
  "stdout",
  "user",
];
const value = hostileJson(names, words);
const line = fc.oneof(
  graftedJson(lines, value),
  graftedJson(lines, value),
  mutatedText(lines.map((each) => JSON.stringify(each))),
  value,
);

/** Transcripts, which agents have written most of, and the usage file that a program may write. */
export const transcripts: FuzzTarget = {
  name: "transcripts",
  holds: "what can be read is read, and shown it holds nothing that a terminal would obey",
  share: 8,
  open: () => ({
    inputs: fc.array(line, { maxLength: 5 }).map((all) => all.join("\n")),
    check(text: string) {
      const { events, left, problems } = readTranscript(text);
      holds(Number.isFinite(left), `${left} events left out`);
      for (const { problem } of problems)
        holds(isPrintable(problem), `cannot be printed: ${JSON.stringify(problem)}`);
      for (const shown of renderTranscript(events)) {
        holds(isPrintable(shown), `shown: ${JSON.stringify(shown)}`);
        holds(shown.length <= 300, `a line of ${shown.length} characters`);
      }
      const reported = parseUsage(text);
      holds(reported.costUsd === null || isAmount(reported.costUsd), `it costs ${reported.costUsd}`);
      for (const tokens of Object.values(reported.usage ?? {})) holds(isAmount(tokens), `${tokens} tokens`);
    },
  }),
};
