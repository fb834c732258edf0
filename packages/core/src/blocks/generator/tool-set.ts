import type { JSONSchema7, LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import { type BlockDefinition, isBlock } from "../block.ts";
import { ConstructionError } from "../construction-error.ts";
import { describeSchema, wrapSchema } from "./json-schema.ts";
import { uniqueName } from "./tool-name.ts";

/** A block as a model sees it. */
export interface Tool {
  name: string;
  block: BlockDefinition;
  /** The block takes something that is no object: it comes as the property `input` of one. */
  wrapped: boolean;
}

/** The tools of one call. */
export interface ToolSet {
  byName: ReadonlyMap<string, Tool>;
  specs: LanguageModelV4FunctionTool[];
}

const anyObject: JSONSchema7 = { type: "object", properties: {}, additionalProperties: true };

/** Blocks as tools, under names that are safe and differ. Throws a `ConstructionError` for what is no block. */
export function toolSet(blocks: readonly BlockDefinition[], generatorName: string): ToolSet {
  const byName = new Map<string, Tool>();
  const specs = blocks.map((block): LanguageModelV4FunctionTool => {
    if (!isBlock(block)) {
      throw new ConstructionError(
        `A tool of "${generatorName}" is no block; tools is a list of blocks: [handler({ … }), …].`,
        generatorName,
      );
    }
    const name = uniqueName(block.name, byName);
    const json = block.inputSchema && describeSchema(block.inputSchema, block.name);
    const wrapped = json !== undefined && json.type !== "object";
    byName.set(name, { name, block, wrapped });
    const inputSchema = json ? (wrapped ? wrapSchema(json, "input") : json) : anyObject;
    return {
      type: "function",
      name,
      ...(block.description && { description: block.description }),
      inputSchema,
    };
  });
  return { byName, specs };
}
