import { isSimulatedId, type MissingKeyError } from "@flow-state-dev/core";
import { type BenchmarkDefinition, checkBenchmark } from "@flow-state-dev/testing";
import { kebab } from "../help/flag-rows.ts";
import { missingKeyText } from "../text/missing-key-text.ts";
import { commandAgain, type Typed } from "../typed/again.ts";
import { buildBenchmarkRun } from "./build-benchmark-run.ts";
import type { CompareFlags } from "./compare-flags.ts";
import { judgeIds } from "./judge-ids.ts";
import { gradingIds } from "./models-called.ts";

const modelFlags = ["--model", "-m", "--judge-model"];

/** With the models of the definition, which may be simulated; else with those that are. */
const ways: readonly Pick<CompareFlags, "model" | "judgeModel">[] = [
  {},
  { model: "sim/strong", judgeModel: "sim/judge" },
];

/** That a model of a benchmark needs a key, with the command that runs it on simulated models where that works. */
export function keyErrorText(
  error: MissingKeyError,
  definition: BenchmarkDefinition,
  flags: CompareFlags,
  typed: Typed,
): string {
  const { model: _model, judgeModel: _judgeModel, ...own } = flags;
  const way = ways.find((each) => isKeyless(definition, { ...own, ...each }));
  const add = way && Object.entries(way).flatMap(([flag, id]) => [kebab(`--${flag}`), id]);
  return missingKeyText(error, {
    otherModel: `choose another model${flagOf(error, definition, flags)}`,
    without: add ? `see it work without a key: ${commandAgain(typed, { without: modelFlags, add })}` : null,
  });
}

/** The flag that chooses the model in place of this one; none for models that the definition gives to subjects. */
function flagOf({ details }: MissingKeyError, definition: BenchmarkDefinition, flags: CompareFlags): string {
  const config = buildBenchmarkRun(definition, flags);
  const { modelId } = details as { modelId: string };
  if (modelId === config.model) return " with --model";
  return judgeIds(config).includes(modelId) ? " with --judge-model" : "";
}

/**
 * Would this run on nothing but simulated models? Outputs that are graded anew are those of the model they came from.
 */
function isKeyless(definition: BenchmarkDefinition, flags: CompareFlags): boolean {
  if (flags.regrade !== undefined) return false;
  const config = buildBenchmarkRun(definition, flags);
  const asked = config.subjects.flatMap(({ model, models = [] }) => [model ?? config.model, ...models]);
  if (![...asked, ...gradingIds(config)].every(isSimulatedId)) return false;
  try {
    checkBenchmark(config);
    return true;
  } catch {
    // Its own resolver does not know them.
    return false;
  }
}
