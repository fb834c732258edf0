import {
  type BlockDefinition,
  type Charge,
  createTrace,
  type FlowEvent,
  type ModelResolver,
  type RunBlockOptions,
  type RunError,
  runBlock,
  type TraceNode,
  type Usage,
} from "@flow-state-dev/core";
import {
  createMockModelResolver,
  type MockModelResolverOptions,
} from "../mocks/create-mock-model-resolver.ts";

/** Models for a block under test: mocks, or a resolver that may ask real ones. */
export interface TestModels
  extends Pick<MockModelResolverOptions, "generators" | "models" | "unmockedDefault"> {
  /** `error` when absent. */
  unmockedGeneratorPolicy?: MockModelResolverOptions["policy"];
  /** Used in place of all mocks. */
  modelResolver?: ModelResolver;
}

/** What a block is run with in a test: its input, and all that `runBlock` takes. */
export interface TestBlockOptions<TInput> extends Omit<RunBlockOptions, "modelResolver">, TestModels {
  input: TInput;
}

/** How a block ran in a test. */
export interface TestBlockResult<TOutput> {
  /** Undefined when it failed. */
  output: TOutput | undefined;
  /** Null when it did not fail. */
  error: RunError | null;
  /** It failed because it was stopped. */
  aborted: boolean;
  /** Everything that happened, in order. */
  events: readonly FlowEvent[];
  /** What blocks said through `ctx.emit`, in order. */
  items: readonly { name: string; data: unknown }[];
  /** The same as a tree. */
  trace: TraceNode | undefined;
  usage: Usage;
  /** Null as soon as the cost of one call is not known. */
  costUsd: number | null;
  charges: readonly Charge[];
  meta: { blockName: string; durationMs: number; calls: number; retryAttempts: number };
}

/**
 * Runs a block for a test. Whatever goes wrong in the block is in the result; it rejects only when it is given no
 * block. Every run starts afresh. Models are mocked: one that is not is an error, so that a test never spends money
 * unless it is given a `modelResolver`.
 */
export async function testBlock<TInput, TOutput>(
  block: BlockDefinition<TInput, TOutput>,
  options: TestBlockOptions<TInput>,
): Promise<TestBlockResult<TOutput>> {
  const { input, generators, models, unmockedDefault, unmockedGeneratorPolicy, ...run } = options;
  const events: FlowEvent[] = [];
  const trace = createTrace();
  const result = await runBlock(block, input, {
    ...run,
    modelResolver: resolverOf(options) ?? createMockModelResolver(),
    onEvent(event) {
      events.push(event);
      trace.onEvent(event);
      return run.onEvent?.(event);
    },
  });
  const { usage, costUsd, charges, durationMs, calls } = result;
  const [root] = trace.roots;
  const retries = events.filter(({ type, id }) => type === "block.retrying" && id === root?.started.id);
  return {
    output: result.ok ? result.output : undefined,
    error: result.ok ? null : result.error,
    aborted: !result.ok && result.aborted,
    events,
    items: events.flatMap((event) =>
      event.type === "emitted" ? [{ name: event.name, data: event.data }] : [],
    ),
    trace: root,
    ...{ usage, costUsd, charges },
    meta: { blockName: block.name, durationMs, calls, retryAttempts: retries.length },
  };
}

/** The resolver that a test asks for: its own, or one of its mocks; undefined when it says nothing of models. */
export function resolverOf(options: TestModels): ModelResolver | undefined {
  const { modelResolver, generators, models, unmockedDefault, unmockedGeneratorPolicy: policy } = options;
  if (modelResolver) return modelResolver;
  const mocks = {
    ...(generators && { generators }),
    ...(models && { models }),
    ...(unmockedDefault && { unmockedDefault }),
    ...(policy && { policy }),
  };
  return Object.keys(mocks).length > 0 ? createMockModelResolver(mocks) : undefined;
}
