import type { LanguageModelV4GenerateResult, LanguageModelV4ToolCall } from "@ai-sdk/provider";
import { NotAModelError } from "../../model/not-a-model-error.ts";
import { throwIfAborted } from "../abort.ts";
import type { Frame } from "../frame.ts";
import { guard } from "../guard.ts";
import type { ModelRef } from "../ready-model.ts";
import { ContentFilteredError, NoAnswerError, ToolLoopLimitError } from "./answer-errors.ts";
import { Ask } from "./ask.ts";
import { callArguments } from "./call-arguments.ts";
import { freeCallId } from "./call-ids.ts";
import { type ModelAnswer, ModelCaller } from "./call-model.ts";
import type { ModelChoice } from "./generator-config.ts";
import type { GeneratorPlan } from "./generator-plan.ts";
import { assistantMessage } from "./messages.ts";
import type { OutputFormat } from "./output-format.ts";
import { checkOutput, outputError, type ReadOutput, readOutput } from "./read-output.ts";
import { runTools } from "./run-tools.ts";

/** One run of a generator: asks, runs tools and asks again, reads the answer, mends it. */
export async function runGenerator(plan: GeneratorPlan, input: unknown, frame: Frame): Promise<unknown> {
  const { config } = plan;
  const chosen =
    typeof plan.model === "function" ? await guard(plan.model(input, frame.ctx), frame.signal) : plan.model;
  const refs = refsOf(chosen);
  const format = plan.format();
  const ask = await Ask.start(plan, input, frame, format);
  const caller = new ModelCaller(frame, refs, plan.call);
  const { answer, iterations, stopped } = await converse(plan, frame, ask, caller);
  const output = await outputOf(plan, frame, ask, caller, { answer, format, stopped });
  if (config.onCompleted) {
    const actual = answer.result.response?.modelId ?? answer.modelId;
    const model = { requested: answer.modelId, actual };
    const meta = { model, finishReason: answer.result.finishReason.unified, iterations };
    await guard(config.onCompleted(output, frame.ctx, meta), frame.signal);
  }
  return output;
}

/** The models that were chosen, one at least; code that chooses may have none for this input, or something else. */
function refsOf(chosen: ModelChoice): readonly ModelRef[] {
  const refs: readonly ModelRef[] = Array.isArray(chosen) ? chosen : [chosen as ModelRef];
  const wrong = refs.findIndex((ref) => typeof ref !== "string" && (typeof ref !== "object" || ref === null));
  if (refs.length === 0 || wrong >= 0) throw new NotAModelError(refs[wrong]);
  return refs;
}

/** The tool loop: turns until one has no tool calls, the loop is told to stop, or its limit is reached. */
async function converse(plan: GeneratorPlan, frame: Frame, ask: Ask, caller: ModelCaller) {
  const { maxIterations } = plan;
  const usedIds = new Set<string>();
  let before = 0;
  for (let iteration = 1; ; iteration++) {
    throwIfAborted(frame.signal);
    const tools = await ask.tools();
    const answer = await caller.call(await ask.options(tools));
    const { finishReason } = answer.result;
    if (finishReason.unified === "content-filter") {
      frame.run.useless.push(answer.disown);
      throw new ContentFilteredError({
        blockName: plan.name,
        modelId: answer.modelId,
        raw: finishReason.raw,
      });
    }
    const content = answer.result.content.map((part) =>
      isOurCall(part) ? { ...part, toolCallId: freeCallId(part.toolCallId, iteration, usedIds) } : part,
    );
    const calls = content.filter(isOurCall);
    if (calls.length === 0) return { answer, iterations: iteration, stopped: false };
    if (iteration >= maxIterations) {
      if (isBlank(textOf(answer.result)))
        throw new ToolLoopLimitError({ blockName: plan.name, maxIterations });
      return { answer, iterations: iteration, stopped: true };
    }
    ask.messages.push(assistantMessage(content));
    ask.messages.push(
      await runTools(frame, { calls, tools, before, cutOff: finishReason.unified === "length" }),
    );
    before += calls.length;
    if (await stops(plan, frame, iteration, answer.result, calls))
      return { answer, iterations: iteration, stopped: true };
  }
}

async function stops(
  plan: GeneratorPlan,
  frame: Frame,
  iteration: number,
  result: LanguageModelV4GenerateResult,
  calls: readonly LanguageModelV4ToolCall[],
): Promise<boolean> {
  const stopWhen = plan.config.loop?.stopWhen;
  if (!stopWhen) return false;
  const toolCalls = calls.map((call) => ({ toolName: call.toolName, input: callArguments(call) }));
  return guard(stopWhen({ iteration, text: textOf(result), toolCalls }, frame.ctx), frame.signal);
}

/** Reads the answer; one that does not fit is mended, or asked for again. */
async function outputOf(
  plan: GeneratorPlan,
  frame: Frame,
  ask: Ask,
  caller: ModelCaller,
  first: { answer: ModelAnswer; format: OutputFormat; stopped: boolean },
): Promise<unknown> {
  const { name, config, outputSchema: schema, lenient, oneAnswer } = plan;
  let { answer } = first;
  const useless = [answer.disown];
  for (let attempt = 0; ; attempt++) {
    const text = textOf(answer.result);
    const finishReason = answer.result.finishReason.unified;
    if (isBlank(text) && !first.stopped) {
      frame.run.useless.push(...useless);
      const thoughts = answer.result.content.some(({ type }) => type === "reasoning");
      throw new NoAnswerError({ blockName: name, modelId: answer.modelId, finishReason, thoughts });
    }
    const cutOff = finishReason === "length";
    const reading = { format: first.format, schema, lenient, oneAnswer, cutOff };
    let read: ReadOutput = await guard(readOutput(text, reading), frame.signal);
    if (!read.ok && config.repairOutput) {
      const error = outputError(name, text, read);
      const mended = await guard(
        config.repairOutput(read.candidate, error, { rawOutput: text, attempt }, frame.ctx),
        frame.signal,
      );
      const checked = await guard(checkOutput(schema, mended), frame.signal);
      if (checked.ok) read = checked;
    }
    if (read.ok) return read.value;
    const error = outputError(name, text, attempt > 0 ? { ...read, phase: "repair" } : read);
    if (attempt >= plan.repairs) {
      frame.run.useless.push(...useless);
      throw error;
    }
    if (!first.stopped || attempt > 0) ask.messages.push(assistantMessage(answer.result.content));
    ask.messages.push(complaint(error.message, first.format));
    const tools = await ask.tools();
    answer = await caller.call(await ask.options(tools, { type: "none" }));
    useless.push(answer.disown);
    if (answer.result.finishReason.unified === "content-filter") {
      frame.run.useless.push(...useless);
      const { raw } = answer.result.finishReason;
      throw new ContentFilteredError({ blockName: name, modelId: answer.modelId, raw });
    }
  }
}

function complaint(problem: string, format: OutputFormat) {
  const wanted =
    format.kind === "json" ? "the corrected JSON only, without any other text" : "the corrected answer only";
  const text = `Your answer cannot be used. ${problem} Answer again with ${wanted}.`;
  return { role: "user" as const, content: [{ type: "text" as const, text }] };
}

function textOf({ content, structuredOutputText }: LanguageModelV4GenerateResult): string {
  if (structuredOutputText !== undefined) return structuredOutputText;
  return content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

/** White space alone says as little as nothing: a reader sees no answer. */
function isBlank(text: string): boolean {
  return text.trim() === "";
}

function isOurCall(part: LanguageModelV4GenerateResult["content"][number]): part is LanguageModelV4ToolCall {
  return part.type === "tool-call" && !part.providerExecuted;
}
