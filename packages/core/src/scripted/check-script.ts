import { MalformedModelIdError, quoteModelId } from "../model/malformed-model-id-error.ts";
import { parseModelId } from "../model/parse-model-id.ts";
import type { ModelPrice } from "../money/model-price.ts";
import type { Script, ScriptCondition, ScriptConversation, ScriptFailure, ScriptStep } from "./script.ts";
import { type ScriptChecker, scriptChecker } from "./script-checker.ts";

/** Any value as a script; throws an `InvalidScriptError` at the first mistake. `file` is only for the message. */
export function checkScript(value: unknown, file = "(inline)"): Script {
  const check = scriptChecker(file);
  const script = check.object(value, "", ["model", "price", "conversations", "turns"]);
  if ("turns" in script === "conversations" in script) {
    check.fail("", 'needs either "conversations" or, in the short form, "turns"');
  }
  const conversations =
    "turns" in script
      ? [{ turns: turnsOf(check, script.turns, "turns") }]
      : check.list(script.conversations, "conversations").map((item, index) => {
          return conversationOf(check, item, `conversations[${index}]`);
        });
  return {
    ...(script.model !== undefined && { model: modelOf(check, script.model) }),
    ...(script.price !== undefined && { price: priceOf(check, script.price) }),
    conversations,
  };
}

const finishReasons = [
  "stop",
  "length",
  "content-filter",
  "tool-calls",
  "error",
  "interrupted",
  "other",
] as const;

function conversationOf(check: ScriptChecker, value: unknown, place: string): ScriptConversation {
  const conversation = check.object(value, place, ["when", "turns"]);
  const turns = turnsOf(check, conversation.turns, `${place}.turns`);
  if (conversation.when === undefined) return { turns };
  const when = check.object(conversation.when, `${place}.when`, ["block", "contains", "ordinal", "attempt"]);
  const condition: ScriptCondition = {};
  if (when.block !== undefined) condition.block = check.text(when.block, `${place}.when.block`);
  if (when.ordinal !== undefined) condition.ordinal = check.number(when.ordinal, `${place}.when.ordinal`);
  if (when.attempt !== undefined) condition.attempt = check.number(when.attempt, `${place}.when.attempt`);
  if (Array.isArray(when.contains)) {
    condition.contains = when.contains.map((item, index) =>
      check.text(item, `${place}.when.contains[${index}]`),
    );
  } else if (when.contains !== undefined) {
    condition.contains = check.text(when.contains, `${place}.when.contains`);
  }
  return { when: condition, turns };
}

function turnsOf(check: ScriptChecker, value: unknown, place: string): ScriptStep[] {
  const turns = check.list(value, place);
  if (turns.length === 0) check.fail(place, "must hold at least one turn");
  return turns.map((turn, index) => stepOf(check, turn, `${place}[${index}]`));
}

const stepFields = [
  "text",
  "structuredOutput",
  "toolCalls",
  "reasoning",
  "finishReason",
  "usage",
  "latencyMs",
  "error",
];
const usageFields = ["inputTokens", "outputTokens", "cacheReadTokens", "cacheWriteTokens", "reasoningTokens"];

function stepOf(check: ScriptChecker, value: unknown, place: string): ScriptStep {
  const given = check.object(value, place, stepFields);
  const says = ["text", "structuredOutput", "toolCalls", "error"].filter((key) => given[key] !== undefined);
  if (says.length === 0) {
    check.fail(place, 'answers nothing; give "text", "structuredOutput", "toolCalls" or "error"');
  }
  if (says.includes("text") && says.includes("structuredOutput")) {
    check.fail(place, 'has both "text" and "structuredOutput"; give one of them');
  }
  const step: ScriptStep = {};
  if (given.text !== undefined) step.text = check.text(given.text, `${place}.text`);
  if (given.structuredOutput !== undefined) step.structuredOutput = given.structuredOutput;
  if (given.reasoning !== undefined) step.reasoning = check.text(given.reasoning, `${place}.reasoning`);
  if (given.latencyMs !== undefined) step.latencyMs = check.number(given.latencyMs, `${place}.latencyMs`);
  if (given.toolCalls !== undefined) {
    step.toolCalls = check.list(given.toolCalls, `${place}.toolCalls`).map((item, index) => {
      const at = `${place}.toolCalls[${index}]`;
      const call = check.object(item, at, ["toolName", "args"]);
      return { toolName: check.text(call.toolName, `${at}.toolName`), args: call.args ?? {} };
    });
  }
  if (given.finishReason !== undefined) {
    const reason = finishReasons.find((name) => name === given.finishReason);
    if (!reason) check.fail(`${place}.finishReason`, `must be one of ${finishReasons.join(", ")}`);
    step.finishReason = reason;
  }
  if (given.usage !== undefined) {
    const at = `${place}.usage`;
    const usage = check.numbers(given.usage, at, usageFields, ["inputTokens", "outputTokens"]);
    step.usage = usage as NonNullable<ScriptStep["usage"]>;
  }
  if (given.error !== undefined) step.error = failureOf(check, given.error, `${place}.error`);
  return step;
}

function failureOf(check: ScriptChecker, value: unknown, place: string): ScriptFailure {
  const given = check.object(value, place, ["status", "message", "retryAfterSeconds"]);
  const status = check.number(given.status, `${place}.status`);
  if (!Number.isInteger(status) || status < 400 || status > 599) {
    check.fail(`${place}.status`, "must be an HTTP status from 400 to 599");
  }
  const failure: ScriptFailure = { status };
  if (given.message !== undefined) failure.message = check.text(given.message, `${place}.message`);
  if (given.retryAfterSeconds !== undefined) {
    failure.retryAfterSeconds = check.number(given.retryAfterSeconds, `${place}.retryAfterSeconds`);
  }
  return failure;
}

/** Any provider may have a price of the user's own, so only the form of the id is checked. */
function modelOf(check: ScriptChecker, value: unknown): string {
  const model = check.text(value, "model");
  const provider = model.slice(0, Math.max(0, model.indexOf("/")));
  try {
    parseModelId(model, [provider]);
  } catch (error) {
    if (!(error instanceof MalformedModelIdError)) throw error;
    check.fail("model", `must be a model id, and ${quoteModelId(model)} is none: ${error.problem}`);
  }
  return model;
}

function priceOf(check: ScriptChecker, value: unknown): ModelPrice {
  const fields = ["input", "output", "cacheRead", "cacheWrite"];
  const price = check.numbers(value, "price", fields, ["input", "output"]);
  return price as { input: number; output: number };
}
