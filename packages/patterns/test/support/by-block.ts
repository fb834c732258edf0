import {
  type BlockDefinition,
  defineCapability,
  handler,
  type RunBlockOptions,
  runBlock,
  simModel,
} from "@flow-state-dev/core";
import { z } from "zod";

/** One call of a model, as the model saw it. */
export interface Heard {
  block: string;
  modelId: string;
  system: string;
  user: string;
  tools: string[];
}

/** A text, data where data was asked for, or what the call fails with. */
export type Reply = string | object | Error;

/** What each block is answered, by the end of its name; the nth of a list for its nth call, the last for all others. */
export type Replies = Record<string, Reply | readonly Reply[]>;

/** Runs a block on a model that answers by who asks, and tells what was asked. */
export async function runByBlock<TInput>(
  block: BlockDefinition<TInput, string>,
  input: TInput,
  replies: Replies,
  options: RunBlockOptions = {},
) {
  const heard: Heard[] = [];
  const modelResolver = (modelId: string, blockName = "") => ({
    modelId,
    price: { input: 1, output: 1 },
    generate: async ({ messages, tools }: { messages: unknown[]; tools?: { name: string }[] }) => {
      const said = (role: string) =>
        messages
          .filter((message): message is { role: string; content: string } => {
            return (message as { role: string }).role === role;
          })
          .map(({ content }) => content)
          .join("\n");
      const asked = { block: blockName, modelId, system: said("system"), user: said("user") };
      const before = heard.filter((each) => each.block === blockName).length;
      heard.push({ ...asked, tools: (tools ?? []).map(({ name }) => name) });
      const reply = replyTo(replies, blockName, before);
      if (reply instanceof Error) throw reply;
      return { text: typeof reply === "string" ? reply : JSON.stringify(reply) };
    },
  });
  const result = await runBlock(block, input, { modelResolver, pause: async () => {}, ...options });
  const of = (end: string) => heard.filter(({ block: name }) => name.endsWith(end));
  return { result, output: result.ok ? result.output : undefined, heard, of };
}

function replyTo(replies: Replies, block: string, before: number): Reply {
  const found = Object.entries(replies).find(([end]) => block.endsWith(end))?.[1];
  if (found === undefined) throw new Error(`no reply for ${block}`);
  return Array.isArray(found) ? (found[before] ?? found.at(-1)) : (found as Reply);
}

/** A capability with a tool and something to know. */
export const atlas = defineCapability({
  name: "atlas",
  presets: {
    all: {
      context: "An atlas is at hand.",
      tools: [handler({ name: "look-up", inputSchema: z.object({ q: z.string() }), execute: () => "?" })],
    },
  },
});

/** Tasks with known answers, all equally hard. */
const tasks = Array.from({ length: 400 }, (_, at) => ({
  prompt: `Riddle ${at} of many: what is meant?`,
  right: `thing ${at}`,
  wrong: [`shadow ${at}`, `echo ${at}`],
}));

/** A simulated model that is right 7 times in 10 and finds 8 in 10 mistakes. */
const sim = simModel("mine", {
  answerKey: tasks,
  seed: 4,
  latencyScale: 0,
  profiles: {
    mine: {
      ability: Math.log(0.7 / 0.3),
      review: { sensitivity: 0.8, falseAlarm: 0.1 },
      price: { input: 1, output: 1 },
    },
  },
});

/** How often a pattern is right on those tasks, from 0 to 1. */
export async function rateRight(block: BlockDefinition<any, string>, question = "goal"): Promise<number> {
  let right = 0;
  for (const task of tasks) {
    const result = await runBlock(
      block,
      { [question]: task.prompt },
      { modelResolver: () => sim, cell: task.prompt },
    );
    if (!result.ok) throw result.error;
    if (result.output === task.right) right += 1;
  }
  return right / tasks.length;
}
