// promptfoo as a library: `evaluate`, which keeps nothing.
import promptfoo from "promptfoo";
import Provider from "./promptfoo-provider.mjs";
import config from "./promptfooconfig.mjs";
import { concurrency } from "./workload.mjs";

const own = new Provider();
const summary = await promptfoo.evaluate(
  { ...config, providers: [(prompt) => own.callApi(prompt)], writeLatestResults: false },
  { maxConcurrency: concurrency, showProgressBar: false, cache: false },
);
const { stats } = await (summary.toEvaluateSummary?.() ?? summary);
console.log(`passed ${stats.successes}`);
process.exit(0);
