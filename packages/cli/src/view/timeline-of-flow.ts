import { OpenCalls } from "@flow-state-dev/suites";
import { shownText, type TimelineEvent } from "@flow-state-dev/viewer";

/** A line of a transcript of blocks; what is in it is not to be relied on. */
interface FlowLine {
  type?: string;
  id?: string;
  at?: number;
  parentId?: string;
  name?: string;
  kind?: string;
  input?: unknown;
  output?: unknown;
  error?: { message?: unknown };
  durationMs?: number;
  costUsd?: number | null;
  calls?: number;
  modelId?: string;
  nextModelId?: string;
  attempt?: number;
  delayMs?: number;
  toolCallId?: string;
  toolName?: string;
  result?: { ok?: boolean; output?: unknown; error?: unknown };
  data?: unknown;
}

/** The timeline of a cell of patterns: every generator with what went in and came out, tools, retries, errors. */
export function timelineOfFlow(lines: readonly unknown[]): TimelineEvent[] {
  const root: Branch = { event: null, depth: -1, inside: [] };
  const blocks = new Map<string, Branch>();
  const tools = new OpenCalls<TimelineEvent>();
  const begun = (lines as FlowLine[]).find((line) => typeof line?.at === "number")?.at ?? 0;
  for (const line of lines as FlowLine[]) {
    const at = Math.max(0, (line.at ?? begun) - begun);
    const block = blocks.get(line.id ?? "");
    const make = (event: Partial<TimelineEvent> & Pick<TimelineEvent, "kind" | "who">): TimelineEvent => {
      const made = { ...empty, at, depth: (block?.depth ?? -1) + 1, ...event };
      (block ?? root).inside.push({ event: made, depth: made.depth, inside: [] });
      return made;
    };
    if (line.type === "block.started") {
      const parent = blocks.get(line.parentId ?? "") ?? root;
      // What is a tool is told by its call; other blocks only pass values on.
      const shown = line.kind === "generator" || line.parentId === undefined;
      const branch: Branch = { event: null, depth: shown ? parent.depth + 1 : parent.depth, inside: [] };
      if (shown) {
        const [body, title] = [textOf(line.input), oneLine(line.input)];
        branch.event = {
          ...empty,
          kind: "block",
          who: line.name ?? "block",
          at,
          depth: branch.depth,
          body,
          title,
        };
      }
      parent.inside.push(branch);
      blocks.set(line.id ?? "", branch);
    } else if (line.type === "block.finished" || line.type === "block.failed") {
      const event = block?.event;
      if (!event) continue;
      event.ms = line.durationMs ?? null;
      event.costUsd = line.costUsd ?? null;
      event.ok = line.type === "block.finished";
      event.result = textOf(line.type === "block.finished" ? line.output : line.error?.message);
      if (event.title === "" || line.type === "block.failed") event.title = oneLine(event.result?.text);
    } else if (line.type === "tool.called") {
      const event = make({
        kind: "tool",
        who: line.toolName ?? "tool",
        body: textOf(line.input),
        title: oneLine(line.input),
      });
      tools.add(callOf(line), event);
    } else if (line.type === "tool.finished") {
      const event = tools.take(callOf(line));
      if (!event) continue;
      event.ok = line.result?.ok ?? null;
      event.result = textOf(line.result?.ok ? line.result.output : line.result?.error);
      event.ms = Math.max(0, at - event.at);
    } else if (line.type === "call.retrying" || line.type === "block.retrying") {
      const wait = ((line.delayMs ?? 0) / 1000).toFixed(1);
      make({
        kind: "notice",
        who: line.modelId ?? "retry",
        title: oneLine(`again after ${wait} s: ${message(line)}`),
        ok: false,
      });
    } else if (line.type === "call.fallback") {
      make({
        kind: "notice",
        who: line.modelId ?? "",
        title: oneLine(`${line.nextModelId} takes over: ${message(line)}`),
        ok: false,
      });
    } else if (line.type === "emitted") {
      make({
        kind: "notice",
        who: line.name ?? "emitted",
        title: oneLine(line.data),
        body: textOf(line.data),
      });
    }
  }
  return flat(root);
}

/** A block with what happened in it, so that what runs side by side is told one after the other. */
interface Branch {
  event: TimelineEvent | null;
  depth: number;
  inside: Branch[];
}

/** However deep: who wrote the transcript may have meant that. */
function flat(root: Branch): TimelineEvent[] {
  const events: TimelineEvent[] = [];
  const todo = [root];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (next.event) events.push(next.event);
    for (let at = next.inside.length - 1; at >= 0; at--) todo.push(next.inside[at]!);
  }
  return events;
}

const empty: Omit<TimelineEvent, "kind" | "who"> = {
  ...{ at: 0, title: "", depth: 0, body: null, result: null, ok: null, ms: null, costUsd: null },
};

/** Ids are made by models, so that two that work side by side may give the same. */
function callOf({ id, toolCallId, toolName }: FlowLine): string {
  return JSON.stringify([id, toolCallId, toolName]);
}

function message({ error }: FlowLine): string {
  return typeof error?.message === "string" ? error.message : "";
}

function textOf(value: unknown): TimelineEvent["body"] {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return shownText(value);
  const entries = typeof value === "object" ? Object.entries(value) : [];
  // An input of one text, such as a goal, is that text.
  if (entries.length === 1 && typeof entries[0]![1] === "string") return shownText(entries[0]![1]);
  return shownText(JSON.stringify(value, null, 2));
}

/** What a folded event says in one line. */
export function oneLine(value: unknown): string {
  const text = typeof value === "string" ? value : (textOf(value)?.text ?? "");
  const line = shownText(text.slice(0, 400).replaceAll(/\s+/g, " ").trim()).text;
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
}
