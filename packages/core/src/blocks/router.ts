import { FlowError } from "../errors/flow-error.ts";
import { kindOf } from "../model/malformed-answer-error.ts";
import type { Schema, SchemaOutput } from "../schema/schema.ts";
import { throwIfAborted } from "./abort.ts";
import {
  type AcceptedBy,
  type BlockDefinition,
  isBlock,
  type MaybePromise,
  type ParsedBy,
  type StateOf,
} from "./block.ts";
import type { BlockConfig } from "./block-config.ts";
import { checkFunction } from "./check-function.ts";
import { codeBlock } from "./code-block.ts";
import { ConstructionError } from "./construction-error.ts";
import type { BlockContext } from "./context.ts";
import { guard } from "./guard.ts";
import { runInside } from "./start-block.ts";

/** A router chose something that is not one of its routes. */
export class UnknownRouteError extends FlowError {
  override readonly name: string = "UnknownRouteError";

  constructor(facts: { blockName: string; chosen: string; routes: readonly string[] }) {
    super(
      `Router "${facts.blockName}" chose ${facts.chosen}, which is none of its routes: ${facts.routes.join(", ")}.`,
      { code: "unknown-route", blockName: facts.blockName, details: { routes: facts.routes } },
    );
  }
}

/** What any of these blocks may give out. */
type OutputOf<TRoutes extends readonly BlockDefinition<any, any>[]> =
  TRoutes[number] extends BlockDefinition<any, infer TOutput> ? TOutput : never;

/** A block that chooses another, which then gets its input and gives its output. */
export interface RouterConfig<
  TIn extends Schema | undefined,
  TOut extends Schema | undefined,
  TState extends Schema | undefined,
  TRoutes extends readonly BlockDefinition<ParsedBy<TIn>, any>[],
> extends BlockConfig<TIn, TOut, TState> {
  /** All that can be chosen; names must differ. */
  routes: TRoutes;
  /** Chooses a route, by reference or by name. */
  execute: (
    input: ParsedBy<TIn>,
    ctx: BlockContext<StateOf<TState>>,
  ) => MaybePromise<TRoutes[number] | TRoutes[number]["name"]>;
  /** Called with the checked output. What it throws fails the block. */
  onCompleted?: (output: any, ctx: BlockContext<StateOf<TState>>) => MaybePromise<void>;
}

/** A block that chooses between blocks. Throws a `ConstructionError` when two different routes have one name. */
export function router<
  const TRoutes extends readonly BlockDefinition<ParsedBy<TIn>, any>[],
  TIn extends Schema | undefined = undefined,
  TOut extends Schema | undefined = undefined,
  TState extends Schema | undefined = undefined,
>(
  config: RouterConfig<TIn, TOut, TState, TRoutes>,
): BlockDefinition<AcceptedBy<TIn>, TOut extends Schema ? SchemaOutput<TOut> : OutputOf<TRoutes>> {
  const { name } = config;
  const routes = byName(name, config.routes);
  checkFunction(`Router "${name}" takes execute`, config.execute, name, "(input, ctx) => the route");
  return codeBlock("router", config, async (input, frame) => {
    const chosen = await guard(config.execute(input, frame.ctx), frame.signal);
    throwIfAborted(frame.signal);
    return runInside(frame, pick(name, routes, chosen), input);
  });
}

function byName(routerName: string, routes: readonly BlockDefinition[]): Map<string, BlockDefinition> {
  if (!Array.isArray(routes) || routes.length === 0 || !routes.every(isBlock)) {
    throw new ConstructionError(`Router "${routerName}" takes routes: a list of blocks.`, routerName);
  }
  const named = new Map<string, BlockDefinition>();
  for (const route of routes) {
    const other = named.get(route.name);
    if (other && other !== route) {
      throw new ConstructionError(
        `Router "${routerName}" has two different routes named "${route.name}"; rename one of them.`,
        routerName,
      );
    }
    named.set(route.name, route);
  }
  return named;
}

function pick(routerName: string, routes: Map<string, BlockDefinition>, chosen: unknown): BlockDefinition {
  const name = isBlock(chosen) ? chosen.name : chosen;
  const route = typeof name === "string" ? routes.get(name) : undefined;
  if (route) return isBlock(chosen) ? chosen : route;
  const shown = typeof name === "string" ? `"${name}"` : kindOf(name);
  throw new UnknownRouteError({ blockName: routerName, chosen: shown, routes: [...routes.keys()] });
}
