import { formatCellCost, formatDuration } from "@flow-state-dev/core";
import { describeInput, type TranscriptEvent } from "@flow-state-dev/suites";
import { grouped } from "../text/show-numbers.ts";
import { type BlockLimits, visibleLine, visibleLines } from "../text/visible-text.ts";

/** A transcript as lines for people. Tool calls are one line each, their results cut short. */
export function transcriptLines(events: readonly TranscriptEvent[], limits: BlockLimits): string[] {
  return events.flatMap((event) => {
    const time = formatDuration(event.atMs).padStart(9);
    return linesOf(event, limits).map((line, at) => `${at === 0 ? time : " ".repeat(9)}  ${line}`.trimEnd());
  });
}

function linesOf(event: TranscriptEvent, limits: BlockLimits): string[] {
  const { width } = limits;
  switch (event.type) {
    case "message": {
      if (event.role === "system") return [`(system prompt, ${grouped(event.text.length)} characters)`];
      const reasoning = event.reasoning ? marked("(thinks) ", event.reasoning, limits) : [];
      return [...reasoning, ...marked(event.role === "user" ? "> " : "", event.text, limits)];
    }
    case "tool-call":
      return [`▸ ${visibleLine(event.tool, 60)} ${visibleLine(describeInput(event.input), width)}`];
    case "tool-result":
      return marked(event.ok ? "  " : "  ✗ ", event.text, limits);
    case "usage": {
      const { usage, costUsd, durationMs } = event;
      const parts = [
        ...(event.model === null ? [] : [visibleLine(event.model, 60)]),
        usage ? `${usage.inputTokens} in, ${usage.outputTokens} out` : "tokens unknown",
        costUsd === null ? "cost unknown" : formatCellCost(costUsd),
        ...(durationMs === null ? [] : [formatDuration(durationMs)]),
      ];
      return [`  · ${parts.join(", ")}`];
    }
    case "output":
      return marked(event.stream === "stderr" ? "2│ " : "│ ", event.text.replace(/\n$/, ""), limits);
    case "notice":
      return marked("  · ", event.text, limits);
    case "error":
      return marked("  ✗ ", event.error.message, limits);
    case "end":
      return [
        `■ ${visibleLine([event.ended, event.detail].filter((part) => part !== "").join(": "), width)}`,
      ];
  }
}

function marked(mark: string, text: string, limits: BlockLimits): string[] {
  if (text.trim() === "") return [];
  return visibleLines(text, limits).map((line) => `${mark}${line}`);
}
