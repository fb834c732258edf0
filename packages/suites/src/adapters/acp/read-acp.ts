import { factsOf, type JsonFacts, listOf, plainText, statusIn, textOf, usdOf } from "../json-facts.ts";
import { mergeText } from "../merged-text.ts";
import type { CliTrouble, OutputReader, TellStream } from "../output-reader.ts";

/** The protocol's code for a request that needs a login. */
const loginNeeded = -32000;

interface Call {
  tool: string;
  input: unknown;
  told: boolean;
}

/**
 * Reads what the driver of the Agent Client Protocol writes. Agents differ in what they call usage (the last call, all
 * calls, or how full the context is), so that tokens stay unknown; a cost in US dollars is that of the whole session.
 */
export function readAcp(tell: TellStream): OutputReader {
  const said = mergeText(tell);
  const calls = new Map<string, Call>();
  const asked = new Map<unknown, string>();
  let lastAsked: string | null = null;
  let answer: string | null = null;
  let costUsd: number | null = null;
  let trouble: CliTrouble | null = null;
  let finished = false;
  let messageId: string | null = null;

  function flush(): void {
    answer = said.flush() ?? answer;
  }

  function update(facts: JsonFacts): void {
    const text = textOf(factsOf(facts.content).text) ?? "";
    switch (facts.sessionUpdate) {
      case "agent_message_chunk":
      case "agent_thought_chunk": {
        const id = textOf(facts.messageId);
        if (id !== messageId) flush();
        messageId = id;
        said.add(facts.sessionUpdate === "agent_message_chunk" ? { text } : { reasoning: text }, null);
        break;
      }
      case "tool_call":
      case "tool_call_update":
        flush();
        toolCall(facts);
        break;
      case "usage_update": {
        const { amount, currency } = factsOf(facts.cost);
        if (currency === "USD") costUsd = usdOf(amount) ?? costUsd;
      }
    }
  }

  /** A call is told when its input is known, or when it has begun without one. */
  function toolCall(facts: JsonFacts): void {
    const id = textOf(facts.toolCallId) ?? "";
    const call = calls.get(id) ?? { tool: nameOf(facts), input: null, told: false };
    calls.set(id, call);
    const input = factsOf(facts.rawInput);
    if (Object.keys(input).length > 0) call.input = input;
    const ended = facts.status === "completed" || facts.status === "failed";
    if (!call.told && (call.input !== null || ended || facts.status === "in_progress")) {
      call.told = true;
      tell({ type: "tool-call", id, tool: call.tool, input: call.input });
    }
    if (!ended) return;
    calls.delete(id);
    tell({ type: "tool-result", id, ok: facts.status === "completed", text: resultOf(facts) });
  }

  function answered(method: string | undefined, line: JsonFacts): void {
    const error = factsOf(line.error);
    const result = factsOf(line.result);
    // Some programs send an error of null with every result.
    if (line.error !== undefined && line.error !== null) {
      const message = plainText(error.message) || "It refused a request.";
      const status = statusIn(`${message} ${plainText(error.data)}`);
      const wantsLogin = method === "session/new" && error.code === loginNeeded;
      trouble = { kind: wantsLogin ? "login" : status === null ? "agent" : "api", message, status };
      tell({ type: "notice", text: message });
      return;
    }
    if (method === "initialize") {
      const spoken = result.protocolVersion;
      if (typeof spoken === "number" && spoken !== 1) {
        const message = `it speaks version ${spoken} of the Agent Client Protocol, and this client version 1`;
        trouble = { kind: "agent", message, status: null };
      }
      const { name, version } = factsOf(result.agentInfo);
      if (textOf(name)) tell({ type: "notice", text: `${textOf(name)} ${textOf(version) ?? ""}`.trim() });
    }
    if (method !== "session/prompt") return;
    finished = true;
    trouble = troubleOf(textOf(result.stopReason));
  }

  return {
    take(line) {
      if (line.dir === ">") {
        const method = textOf(line.method);
        if (method) asked.set(line.id, method);
        if (method && line.id !== undefined) lastAsked = method;
      } else if (line.method === "session/update") update(factsOf(factsOf(line.params).update));
      else if (line.method === "session/request_permission") {
        flush();
        toolCall(factsOf(factsOf(line.params).toolCall));
      } else if (line.method === undefined && line.id !== undefined) {
        flush();
        answered(asked.get(line.id), line);
      }
    },
    end({ exitCode }) {
      flush();
      if (!finished && exitCode === 0 && lastAsked !== null) {
        const message = `it exited with code 0 before it answered ${lastAsked}`;
        trouble ??= { kind: "agent", message, status: null };
      }
      if (costUsd !== null) tell({ type: "usage", model: null, usage: null, costUsd });
      return { finished, turns: null, answer, usage: null, costUsd, trouble };
    },
  };
}

function troubleOf(stopReason: string | null): CliTrouble | null {
  const of = (kind: CliTrouble["kind"], message: string) => ({ kind, message, status: null });
  if (stopReason === "max_turn_requests") return of("turns", "It has made as many calls as it may.");
  if (stopReason === "cancelled") return of("interrupted", "It was cancelled.");
  if (stopReason === "refusal") return of("refused", "It refused to go on.");
  return null;
}

/** The protocol knows titles only; most agents tell the name of the tool beside it. */
function nameOf(facts: JsonFacts): string {
  const meta = factsOf(facts._meta);
  const names = [
    facts.name,
    meta.toolName,
    factsOf(meta.claudeCode).toolName,
    factsOf(factsOf(meta.goose).toolCall).toolName,
    facts.kind,
    facts.title,
  ];
  return names.map(textOf).find((name) => name !== null && name !== "") ?? "unknown";
}

function resultOf(facts: JsonFacts): string {
  const texts = listOf(facts.content).map((each) => {
    const { type, content, path } = factsOf(each);
    return type === "diff" ? `changed ${plainText(path)}` : plainText(factsOf(content).text);
  });
  const text = texts.filter((each) => each !== "").join("\n");
  return text === "" ? plainText(facts.rawOutput) : text;
}
