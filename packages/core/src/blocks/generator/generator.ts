import type { BlockDefinition } from "../block.ts";
import { capabilityFunctions } from "../capability-functions.ts";
import { defineBlock } from "../define-block.ts";
import type { Frame } from "../frame.ts";
import { runBlockBody } from "../run-block-body.ts";
import type { GeneratorConfig, GeneratorDefaults, GeneratorFactory } from "./generator-config.ts";
import { planGenerator } from "./generator-plan.ts";
import { runGenerator } from "./run-generator.ts";

/** A block that asks a model: prompt and context in, text or checked data out, tools on the way. */
export const generator: GeneratorFactory = makeFactory({});

function makeFactory(defaults: GeneratorDefaults): GeneratorFactory {
  const make = (config: GeneratorConfig<any, any, any, any>) => makeGenerator({ ...defaults, ...config });
  return Object.assign(make, {
    kind: "generator" as const,
    withDefaults: (more: GeneratorDefaults) => makeFactory({ ...defaults, ...more }),
  }) as GeneratorFactory;
}

function makeGenerator(config: GeneratorConfig<any, any, any, any>): BlockDefinition {
  const plan = planGenerator(config);
  const { name, description, inputSchema, outputSchema, onErrored } = config;
  const execute = (input: unknown, frame: Frame) => runGenerator(plan, input, frame);
  const body = { name, inputSchema, onErrored, execute };
  const functions = capabilityFunctions(plan.selections);
  return defineBlock({
    kind: "generator",
    name,
    description,
    inputSchema,
    outputSchema,
    internals: {
      body: (input, frame) => runBlockBody(body, input, frame),
      ...(functions && { functions }),
      asksFirst: true,
      made: config,
    },
  });
}
