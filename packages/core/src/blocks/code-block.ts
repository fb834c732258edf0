import type { BlockDefinition, BlockInternals } from "./block.ts";
import type { BlockConfig } from "./block-config.ts";
import { capabilityFunctions } from "./capability-functions.ts";
import { checkCount } from "./check-count.ts";
import { defineBlock } from "./define-block.ts";
import { type BlockBody, runBlockBody } from "./run-block-body.ts";
import { usesOfCode } from "./uses.ts";

/** What a block of code, or of a choice, is told. */
type CodeConfig = BlockConfig<any, any, any> & Pick<BlockBody, "onCompleted">;

/** A block that does this in its frame, with what every block can be told around it. */
export function codeBlock(
  kind: "handler" | "router",
  config: CodeConfig,
  execute: BlockBody["execute"],
): BlockDefinition {
  const { name, description, inputSchema, outputSchema, retry, onCompleted, onErrored } = config;
  checkCount("retry.maxAttempts", retry?.maxAttempts, name, 0);
  const functions = capabilityFunctions(usesOfCode(config.uses ?? [], kind, name));
  const body: BlockBody = { name, inputSchema, outputSchema, retry, onCompleted, onErrored, execute };
  const internals: BlockInternals = {
    body: (input, frame) => runBlockBody(body, input, frame),
    ...(functions && { functions }),
    made: config,
  };
  return defineBlock({ kind, name, description, inputSchema, outputSchema, internals });
}
