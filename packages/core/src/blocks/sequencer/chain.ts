import type { Schema } from "../../schema/schema.ts";
import { type BlockDefinition, type BlockInternals, isBlock, type RescueHandlerSpec } from "../block.ts";
import type { BlockConfig } from "../block-config.ts";
import { capabilityFunctions } from "../capability-functions.ts";
import { checkCount } from "../check-count.ts";
import { checkFunction } from "../check-function.ts";
import { checkIsSchema } from "../check-is-schema.ts";
import { ConstructionError } from "../construction-error.ts";
import { type BlockParts, checkName, connectedInput, defineBlock } from "../define-block.ts";
import type { FanOutOptions } from "../fan-out.ts";
import type { CapabilityFunctions } from "../frame-context.ts";
import { checkRescue } from "../rescue.ts";
import { runBlockBody } from "../run-block-body.ts";
import { usesOfCode } from "../uses.ts";
import { type BranchTuple, branchOp } from "./branch-op.ts";
import { checkFanOut, forEachOp, parallelOp, stepAllOp } from "./fan-out-ops.ts";
import { raceOp, stepAnyOp } from "./first-success.ts";
import { exitIfOp, throwIfOp } from "./guard-ops.ts";
import { makeInline } from "./inline.ts";
import { doUntilOp, doWhileOp, type LoopOptions } from "./loop-ops.ts";
import type { Op, ValueFunction } from "./op.ts";
import { runChain } from "./run-chain.ts";
import { mapOp, type StepTarget, stepIfOp, stepOp, tapIfOp, tapOp } from "./step-ops.ts";

/** What a chain was started with. */
export interface ChainConfig extends BlockConfig<any, any, any> {
  stateSchema?: Schema | undefined;
  onCompleted?: (output: any, ctx: any) => any;
}

type Entry = BlockDefinition | { connector: ValueFunction; block: BlockDefinition };
type Each = BlockDefinition | ((item: any, index: number) => BlockDefinition);

/** Everything about a chain; never changed once made. */
interface ChainState {
  readonly config: ChainConfig;
  readonly functions: CapabilityFunctions | undefined;
  readonly ops: readonly Op[];
  /** What the links were made of: the name of the method, and what it was given. */
  readonly links: readonly (readonly unknown[])[];
  /** The block that the chain begins with, when it begins with one and gives it the input as it is. */
  readonly first?: BlockDefinition | undefined;
  readonly inlines: number;
  readonly handlers?: readonly RescueHandlerSpec[];
  readonly connectors: readonly ValueFunction[];
}

/** The chain behind `SequencerDefinition`, which has the types. */
export class SequencerChain {
  readonly kind = "sequencer";
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: Schema;
  readonly outputSchema?: Schema;
  readonly "~block": BlockInternals;
  readonly #state: ChainState;
  readonly #parts: BlockParts;

  private constructor(state: ChainState) {
    this.#state = state;
    this.#parts = partsOf(state);
    this.name = this.#parts.name;
    if (this.#parts.description !== undefined) this.description = this.#parts.description;
    if (this.#parts.inputSchema) this.inputSchema = this.#parts.inputSchema;
    if (this.#parts.outputSchema) this.outputSchema = this.#parts.outputSchema;
    this["~block"] = this.#parts.internals;
  }

  /** An empty chain. */
  static start(config: ChainConfig): SequencerChain {
    checkName("sequencer", config.name);
    checkIsSchema("inputSchema", config.inputSchema, config.name);
    checkIsSchema("outputSchema", config.outputSchema, config.name);
    checkIsSchema("stateSchema", config.stateSchema, config.name);
    checkCount("retry.maxAttempts", config.retry?.maxAttempts, config.name, 0);
    const functions = capabilityFunctions(usesOfCode(config.uses ?? [], "sequencer", config.name));
    return new SequencerChain({ config, functions, ops: [], links: [], inlines: 0, connectors: [] });
  }

  step(first: unknown, second?: unknown): SequencerChain {
    const { target, inlines } = this.#target("step", first, second);
    const block = this.#state.ops.length === 0 && isBlock(first) ? first : this.#state.first;
    return this.#add(["step", target], stepOp(target), { inlines, first: block });
  }

  stepIf(condition: ValueFunction, first: unknown, second?: unknown): SequencerChain {
    this.#function("stepIf", "a condition", condition);
    const { target, inlines } = this.#target("stepIf", first, second);
    return this.#add(["stepIf", condition, target], stepIfOp(condition, target), { inlines });
  }

  map(fn: ValueFunction): SequencerChain {
    this.#function("map", "a function", fn);
    return this.#add(["map", fn], mapOp(fn));
  }

  tap(first: unknown, second?: unknown): SequencerChain {
    if (typeof first === "function" && second === undefined)
      return this.#add(["tap", first], tapOp(first as ValueFunction));
    const { target, inlines } = this.#target("tap", first, second);
    return this.#add(["tap", target], tapOp(target), { inlines });
  }

  tapIf(condition: ValueFunction, first: unknown, second?: unknown): SequencerChain {
    this.#function("tapIf", "a condition", condition);
    if (typeof first === "function" && second === undefined) {
      return this.#add(["tapIf", condition, first], tapIfOp(condition, first as ValueFunction));
    }
    const { target, inlines } = this.#target("tapIf", first, second);
    return this.#add(["tapIf", condition, target], tapIfOp(condition, target), { inlines });
  }

  parallel(entries: Readonly<Record<string, Entry>>, options: FanOutOptions = {}): SequencerChain {
    if (typeof entries !== "object" || entries === null) throw this.#wrong("parallel", "blocks by name");
    const targets = Object.fromEntries(
      Object.entries(entries).map(([key, entry]) => [key, this.#entry("parallel", entry)]),
    );
    return this.#add(["parallel", targets, options], parallelOp(targets, checkFanOut(this.name, options)));
  }

  stepAll(entries: readonly Entry[], options: FanOutOptions = {}): SequencerChain {
    const targets = this.#entries("stepAll", entries);
    return this.#add(["stepAll", targets, options], stepAllOp(targets, checkFanOut(this.name, options)));
  }

  stepAny(entries: readonly Entry[]): SequencerChain {
    const targets = this.#entries("stepAny", entries, 1);
    return this.#add(["stepAny", targets], stepAnyOp(targets));
  }

  race(entries: readonly Entry[], options: FanOutOptions = {}): SequencerChain {
    const targets = this.#entries("race", entries, 1);
    return this.#add(["race", targets, options], raceOp(targets, checkFanOut(this.name, options)));
  }

  forEach(first: Each | ValueFunction, second?: Each | FanOutOptions, third?: FanOutOptions): SequencerChain {
    const made = ["forEach", first, second, third];
    if (isBlock(second) || typeof second === "function") {
      this.#function("forEach", "a connector", first);
      return this.#add(made, forEachOp(first as ValueFunction, second, checkFanOut(this.name, third ?? {})));
    }
    if (!isBlock(first)) this.#function("forEach", "a block, or a function that makes one", first);
    return this.#add(made, forEachOp(undefined, first as Each, checkFanOut(this.name, second ?? {})));
  }

  doUntil(condition: ValueFunction, first: unknown, second?: unknown, third?: LoopOptions): SequencerChain {
    this.#function("doUntil", "a condition", condition);
    const { target, options } = this.#loop("doUntil", first, second, third);
    return this.#add(["doUntil", condition, target, options], doUntilOp(condition, target, options));
  }

  doWhile(condition: ValueFunction, first: unknown, second?: unknown, third?: LoopOptions): SequencerChain {
    this.#function("doWhile", "a condition", condition);
    const { target, options } = this.#loop("doWhile", first, second, third);
    return this.#add(["doWhile", condition, target, options], doWhileOp(condition, target, options));
  }

  branch(branches: Readonly<Record<string, BranchTuple>>): SequencerChain {
    if (Object.keys(branches ?? {}).length === 0)
      throw this.#wrong("branch", "{ name: [connector, condition, block] }");
    for (const [key, branch] of Object.entries(branches)) {
      const isTuple = Array.isArray(branch) && branch.length === 3 && isBlock(branch[2]);
      if (isTuple && typeof branch[0] === "function" && typeof branch[1] === "function") continue;
      throw new ConstructionError(
        `Branch "${key}" of "${this.name}" has to be [connector, condition, block], the first two functions.`,
        this.name,
      );
    }
    return this.#add(["branch", branches], branchOp(branches));
  }

  exitIf(condition: ValueFunction): SequencerChain {
    this.#function("exitIf", "a condition", condition);
    return this.#add(["exitIf", condition], exitIfOp(condition));
  }

  throwIf(condition: ValueFunction, error: Error | ValueFunction): SequencerChain {
    this.#function("throwIf", "a condition", condition);
    if (!isThrown(error))
      throw this.#wrong("throwIf", 'a condition and an error: new Error("…"), or () => new Error("…")');
    return this.#add(["throwIf", condition, error], throwIfOp(condition, error));
  }

  rescue(handlers: readonly RescueHandlerSpec[]): SequencerChain {
    checkRescue(handlers, this.name);
    return this.#with({ handlers });
  }

  connectInput(connector: ValueFunction): SequencerChain {
    this.#function("connectInput", "a connector", connector);
    return this.#with({ connectors: [...this.#state.connectors, connector] });
  }

  connectOutput(connector: ValueFunction): BlockDefinition {
    return defineBlock(this.#parts).connectOutput(connector);
  }

  asTool(options?: { name?: string; description?: string }): BlockDefinition {
    return defineBlock(this.#parts).asTool(options);
  }

  #with(change: Partial<ChainState>): SequencerChain {
    return new SequencerChain({ ...this.#state, ...change });
  }

  #add(made: readonly unknown[], op: Op, change: Partial<ChainState> = {}): SequencerChain {
    const { links, ops } = this.#state;
    return this.#with({ links: [...links, made], ops: [...ops, op], ...change });
  }

  /** The three ways to write a step: a block, a connector and a block, a factory and what to make. */
  #target(method: string, first: unknown, second: unknown): { target: StepTarget; inlines: number } {
    const { inlines } = this.#state;
    if (isBlock(first) && second === undefined) return { target: { block: first }, inlines };
    if (typeof first === "function" && isBlock(second)) {
      return { target: { connector: first as ValueFunction, block: second }, inlines };
    }
    if (typeof first === "function" && typeof second === "object" && second !== null) {
      const ordinal = inlines + 1;
      const block = makeInline(first as any, second, ordinal);
      if (isBlock(block)) return { target: { block }, inlines: ordinal };
    }
    throw this.#wrong(
      method,
      "a block, a connector and a block, or a factory (handler, generator) and its settings",
    );
  }

  #entry(method: string, entry: Entry): StepTarget {
    if (isBlock(entry)) return { block: entry };
    if (!isBlock(entry?.block)) throw this.#wrong(method, "blocks, or { connector, block }");
    if (entry.connector !== undefined) this.#function(method, "a connector", entry.connector);
    return entry;
  }

  #entries(method: string, entries: readonly Entry[], least = 0): StepTarget[] {
    if (!Array.isArray(entries) || entries.length < least)
      throw this.#wrong(method, "a list of blocks: [a, b]");
    return entries.map((entry) => this.#entry(method, entry));
  }

  /** Types refuse these, plain JavaScript does not. */
  #function(method: string, role: string, value: unknown): void {
    checkFunction(`${method} of "${this.name}" takes ${role}`, value, this.name);
  }

  #wrong(method: string, takes: string): ConstructionError {
    return new ConstructionError(`${method} of "${this.name}" takes ${takes}.`, this.name);
  }

  #loop(method: string, first: unknown, second: unknown, third: LoopOptions | undefined) {
    const options = (isBlock(first) ? second : third) as LoopOptions | undefined;
    const target = isBlock(first) ? { block: first } : this.#target(method, first, second).target;
    if (typeof (options ?? {}) !== "object") throw this.#wrong(method, "{ maxIterations } at its end");
    checkCount("maxIterations", options?.maxIterations, this.name);
    return { target, options: options ?? {} };
  }
}

/** An error, or a function that gives one; the class of one cannot be called as one. */
function isThrown(error: unknown): boolean {
  if (typeof error !== "function") return typeof Object(error).message === "string";
  return error !== Error && !(error.prototype instanceof Error);
}

function partsOf(state: ChainState): BlockParts {
  const { config, ops, links, connectors, functions } = state;
  const { name, description, inputSchema, outputSchema, retry, onCompleted, onErrored } = config;
  const plan = { name, ops, stateSchema: config.stateSchema, outputSchema, rescue: state.handlers };
  const execute: Parameters<typeof runBlockBody>[0]["execute"] = (input, frame) =>
    runChain(plan, input, frame);
  const body = { name, inputSchema, retry, onCompleted, onErrored, execute };
  const parts: BlockParts = {
    kind: "sequencer",
    name,
    description,
    inputSchema: inputSchema ?? state.first?.inputSchema,
    outputSchema,
    internals: {
      body: (input, frame) => runBlockBody(body, input, frame),
      ...(functions && { functions }),
      asksFirst: state.first?.["~block"].asksFirst ?? false,
      made: { config, links, rescue: state.handlers },
    },
  };
  return connectors.reduce(connectedInput, parts);
}
