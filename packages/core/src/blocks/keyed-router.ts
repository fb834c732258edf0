import type { Schema, SchemaOutput } from "../schema/schema.ts";
import { type AcceptedBy, type BlockDefinition, isBlock, type MaybePromise, type ParsedBy } from "./block.ts";
import { checkFunction } from "./check-function.ts";
import { codeBlock } from "./code-block.ts";
import { ConstructionError } from "./construction-error.ts";
import type { BlockContext } from "./context.ts";
import { guard } from "./guard.ts";
import { UnknownRouteError } from "./router.ts";
import { runInside } from "./start-block.ts";

/** What any of these blocks may give out. */
type OutputOf<TBlock> = TBlock extends BlockDefinition<any, infer TOutput> ? TOutput : never;

/** A choice by key. */
export interface KeyedRouterConfig<
  TIn extends Schema | undefined,
  TOut extends Schema | undefined,
  TBlocks extends Readonly<Record<string, BlockDefinition<ParsedBy<TIn>, any>>>,
  TFallback extends BlockDefinition<ParsedBy<TIn>, any> | undefined,
> {
  name: string;
  description?: string;
  inputSchema?: TIn;
  outputSchema?: TOut;
  blocks: TBlocks;
  /** Gives the key of the block to run. */
  select: (input: ParsedBy<TIn>, ctx: BlockContext) => MaybePromise<string>;
  /** Runs when there is no block of that key; without it that is an `UnknownRouteError` naming the keys. */
  fallback?: TFallback;
}

/** A router that looks its block up by key. */
export function keyedRouter<
  const TBlocks extends Readonly<Record<string, BlockDefinition<ParsedBy<TIn>, any>>>,
  TIn extends Schema | undefined = undefined,
  TOut extends Schema | undefined = undefined,
  TFallback extends BlockDefinition<ParsedBy<TIn>, any> | undefined = undefined,
>(
  config: KeyedRouterConfig<TIn, TOut, TBlocks, TFallback>,
): BlockDefinition<
  AcceptedBy<TIn>,
  TOut extends Schema ? SchemaOutput<TOut> : OutputOf<TBlocks[keyof TBlocks]> | OutputOf<TFallback>
> {
  const { name, blocks, fallback } = config;
  const all = Object.values(Object(blocks));
  if (all.length === 0 || !all.every(isBlock) || (fallback !== undefined && !isBlock(fallback))) {
    throw new ConstructionError(
      `Router "${name}" takes blocks: { key: block }, and a fallback that is a block.`,
      name,
    );
  }
  checkFunction(`Router "${name}" takes select`, config.select, name, "(input, ctx) => the key");
  return codeBlock("router", config, async (input, frame) => {
    const key = await guard(config.select(input, frame.ctx), frame.signal);
    const block = Object.hasOwn(config.blocks, key) ? config.blocks[key] : config.fallback;
    if (block) return runInside(frame, block, input, { segment: `${key}:${block.name}` });
    const routes = Object.keys(config.blocks);
    throw new UnknownRouteError({ blockName: config.name, chosen: `"${key}"`, routes });
  });
}
