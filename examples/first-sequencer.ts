// A sequencer of three steps on a model whose answers are written down in a file: no key, no network, real books.
//   npm run example -- first-sequencer                     as it is
//   npm run example -- first-sequencer claude-haiku-4-5    the same on a real model, with its key in the environment
import { fileURLToPath } from "node:url";
import {
  createAccount,
  createModelResolver,
  generator,
  handler,
  runBlock,
  sequencer,
} from "@flow-state-dev/core";
import { z } from "zod";
import { printTrace } from "./support/print-trace.ts";

const script = fileURLToPath(new URL("first-sequencer.script.json", import.meta.url));
const model = process.argv[2] ?? `scripted:${script}`;

const multiply = handler({
  name: "multiply",
  description: "Multiplies numbers exactly.",
  inputSchema: z.object({ factors: z.array(z.number()) }),
  outputSchema: z.number(),
  execute: ({ factors }) => factors.reduce((product, factor) => product * factor, 1),
});

const plan = generator({
  name: "plan",
  model,
  prompt: "Split the question into the steps needed to answer it.",
  inputSchema: z.object({ question: z.string() }),
  user: ({ question }) => question,
  outputSchema: z.object({ steps: z.array(z.string()) }),
});

const solve = generator({
  name: "solve",
  model,
  prompt: "Follow the steps. Use the tool for every multiplication. Answer in one sentence.",
  tools: [multiply],
});

const review = generator({
  name: "review",
  model,
  prompt: "Does the answer give a total in dollars? Say so, with a reason.",
  inputSchema: z.string(),
  outputSchema: z.object({ ok: z.boolean(), reason: z.string() }),
});

const pipeline = sequencer({ name: "lease-cost", inputSchema: z.object({ question: z.string() }) })
  .step(plan)
  .step(solve)
  .tap(review);

const question = "A team leases 4 machines at $89 a month for 3 years. What does that cost in total?";
const account = createAccount({ name: "run", limitUsd: 0.1 });

console.log(question);
const result = await runBlock(
  pipeline,
  { question },
  { modelResolver: createModelResolver(), account, onEvent: printTrace },
);
if (result.ok) console.log(`\n${result.output}`);
else console.log(`\n${result.error.message}`);
console.log(`$${account.spentUsd.toFixed(6)} of $${account.limitUsd?.toFixed(2)} in ${account.calls} calls`);
process.exitCode = result.ok ? 0 : 1;
