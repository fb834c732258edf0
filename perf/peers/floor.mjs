// The floor: 50 workers that append a line of JSON for each cell, and nothing else; with `PERF_WORK_MS` they also keep
// the thread busy for so long with each.

import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { answer, cells, concurrency, question } from "./workload.mjs";

const workMs = Number(process.env.PERF_WORK_MS ?? 0);
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
      for (const end = performance.now() + workMs; performance.now() < end; );
      if (!out.write(`${JSON.stringify(line)}\n`)) await once(out, "drain");
    }
  }),
);
out.end();
await once(out, "finish");
console.log(`passed ${passed}`);
