// The floor: 50 workers that append a line of JSON for each cell, and nothing else.

import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { answer, cells, concurrency, question } from "./workload.mjs";

const out = createWriteStream("results.jsonl");
let next = 0;
let passed = 0;
await Promise.all(
  Array.from({ length: concurrency }, async () => {
    while (next < cells) {
      const at = next++;
      const started = Date.now();
      const output = await answer(question(at));
      const score = output === `Answer ${at}` ? 1 : 0;
      passed += score;
      const line = { at, input: question(at), output, score, ms: Date.now() - started };
      if (!out.write(`${JSON.stringify(line)}\n`)) await once(out, "drain");
    }
  }),
);
out.end();
await once(out, "finish");
console.log(`passed ${passed}`);
