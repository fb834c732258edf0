import type { LanguageModelV4CallOptions, LanguageModelV4Message } from "@ai-sdk/provider";
import type { BlockDefinition } from "../block.ts";
import type { Frame } from "../frame.ts";
import { guard } from "../guard.ts";
import { flattenUses, mergePresets, resolveTools, type UsedSettings } from "../uses.ts";
import { withCacheBreakpoints } from "./caching.ts";
import { renderContext } from "./context-slot.ts";
import type { GeneratorPlan } from "./generator-plan.ts";
import { historyMessage, userMessage } from "./messages.ts";
import type { OutputFormat } from "./output-format.ts";
import { renderPrompt } from "./prompt-slot.ts";
import { type ToolSet, toolSet } from "./tool-set.ts";

/** Puts together what a generator asks its model, turn by turn, in one run. */
export class Ask {
  readonly #plan: GeneratorPlan;
  readonly #frame: Frame;
  readonly #input: unknown;
  readonly #format: OutputFormat;
  readonly #added: UsedSettings | undefined;
  readonly messages: LanguageModelV4Message[];
  #system: string | undefined;

  private constructor(facts: {
    plan: GeneratorPlan;
    frame: Frame;
    input: unknown;
    format: OutputFormat;
    added: UsedSettings | undefined;
    messages: LanguageModelV4Message[];
  }) {
    this.#plan = facts.plan;
    this.#frame = facts.frame;
    this.#input = facts.input;
    this.#format = facts.format;
    this.#added = facts.added;
    this.messages = facts.messages;
  }

  /** Resolves what is asked once in a run: capabilities, history and the user's message. */
  static async start(plan: GeneratorPlan, input: unknown, frame: Frame, format: OutputFormat): Promise<Ask> {
    const { user, history } = plan.config;
    const { ctx, signal } = frame;
    const added = plan.dynamic.length > 0 ? await resolveDynamic(plan, frame) : undefined;
    const messages: LanguageModelV4Message[] = [];
    if (history)
      for (const message of await guard(history(input, ctx), signal)) messages.push(historyMessage(message));
    messages.push(
      userMessage(typeof user === "function" ? await guard(user(input, ctx), signal) : (user ?? input)),
    );
    return new Ask({ plan, frame, input, format, added, messages });
  }

  /** The tools of the coming turn. */
  async tools(): Promise<ToolSet> {
    const fixed = this.#plan.fixedTools();
    if (fixed) return fixed;
    const { config, used } = this.#plan;
    const { ctx, signal } = this.#frame;
    const own =
      typeof config.tools === "function"
        ? await guard(config.tools(this.#input, ctx), signal)
        : (config.tools ?? []);
    const entries = [...used.tools, ...(this.#added?.tools ?? [])];
    const more = await guard(resolveTools(entries, ctx), signal);
    return toolSet([...new Set<BlockDefinition>([...own, ...more])], this.#plan.name);
  }

  /** The call for the messages so far. */
  async options(
    tools: ToolSet,
    toolChoice?: LanguageModelV4CallOptions["toolChoice"],
  ): Promise<LanguageModelV4CallOptions> {
    const { settings, caching } = this.#plan;
    const system = await this.#systemText();
    const prompt: LanguageModelV4Message[] = system
      ? [{ role: "system", content: system }, ...this.messages]
      : [...this.messages];
    const providerOptions = this.#providerOptions();
    return {
      prompt: withCacheBreakpoints(prompt, caching),
      ...settings,
      ...(this.#format.kind === "json" && { responseFormat: this.#format.responseFormat }),
      ...(tools.specs.length > 0 && { tools: tools.specs, ...(toolChoice && { toolChoice }) }),
      ...(providerOptions && { providerOptions }),
      abortSignal: this.#frame.signal,
    };
  }

  async #systemText(): Promise<string> {
    const { config, context, fixedSystem } = this.#plan;
    if (this.#system !== undefined && fixedSystem) return this.#system;
    const { ctx } = this.#frame;
    const parts = [
      await renderPrompt(config.prompt, this.#input, ctx),
      await renderContext([...context, ...(this.#added?.context ?? [])], this.#input, ctx),
    ];
    this.#system = parts.filter((part) => part !== "").join("\n\n");
    return this.#system;
  }

  #providerOptions(): LanguageModelV4CallOptions["providerOptions"] {
    const { providerOptions } = this.#plan;
    if (this.#format.kind === "text" || this.#format.strict) return providerOptions;
    return { ...providerOptions, openai: { strictJsonSchema: false, ...providerOptions?.openai } };
  }
}

/** Capabilities decided now; only their context and tools count. */
async function resolveDynamic(plan: GeneratorPlan, { ctx, signal }: Frame): Promise<UsedSettings> {
  const lists = [];
  for (const entry of plan.dynamic) lists.push(await guard(entry(ctx), signal));
  const known = new Set(plan.selections.map(({ definition }) => definition));
  const fresh = flattenUses(lists.flat(), plan.name).filter(({ definition }) => !known.has(definition));
  return mergePresets(fresh);
}
