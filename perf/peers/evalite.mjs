// The workload for evalite.
import { evalite } from "evalite";
import { answer, cells, expected, question } from "./workload.mjs";

evalite("workload", {
  data: Array.from({ length: cells }, (_, at) => ({ input: question(at), expected: expected(at) })),
  task: answer,
  scorers: [{ name: "exact", scorer: ({ output, expected }) => (output === expected ? 1 : 0) }],
});
