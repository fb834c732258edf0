// The workload for promptfoo's command line.
import { cells, expected, question } from "./workload.mjs";

export default {
  providers: ["file://promptfoo-provider.mjs"],
  prompts: ["{{question}}"],
  tests: Array.from({ length: cells }, (_, at) => ({
    vars: { question: question(at) },
    assert: [{ type: "equals", value: expected(at) }],
  })),
};
