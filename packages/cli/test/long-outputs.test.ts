import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runX } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

const cells = 900;

const benchmark = `
import { baselineSubject, custom, defineBenchmark } from "@flow-state-dev/testing";
const model = "openai/gpt-5.4-mini";
const usage = { promptTokens: 20, completionTokens: 5, totalTokens: 25 };
const generate = async ({ messages }) => ({ text: messages.at(-1).content + " x".repeat(100_000), usage });
export default defineBenchmark({
  ...{ name: "long", model, modelResolver: (modelId) => ({ modelId, generate }) },
  subjects: [baselineSubject({ model })],
  scorers: [custom("long", ({ output }) => output.length > 200_000)],
  tasks: Array.from({ length: ${cells} }, (_, at) => ({
    ...{ id: "task-" + at, category: "reasoning", prompt: "Question " + at, rubric: [] },
  })),
  ...{ runs: 1, concurrency: 10 },
});
`;

test("outputs of twice the memory there is are all kept, and one of them can be read", async () => {
  await using folder = await tempFolder();
  await writeFile(join(folder.path, "long.mjs"), benchmark);
  const options = { cwd: folder.path, nodeArgs: ["--max-old-space-size=90"] };
  const ran = await runX(["compare", "long.mjs"], options);
  expect(ran.code, ran.stderr).toBe(0);
  expect(ran.stdout).toContain(`Coverage ${cells} of ${cells}.`);
  const shown = await runX(["show", "last", `task-${cells - 1}`], { cwd: folder.path });
  expect(shown.stdout, shown.stderr).toContain(`Question ${cells - 1} x x x`);
});
