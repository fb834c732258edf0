import type { PriceTable } from "@flow-state-dev/core";
import type { Judge } from "@flow-state-dev/judge";
import type { JsonObject } from "@flow-state-dev/records";
import { modelsOf } from "../cell/executor-resolvers.ts";
import type { RunBenchmarkConfig } from "../run-benchmark-config.ts";
import { describeSource, sourceHash } from "./describe-source.ts";
import { scorerFacts } from "./scorer-facts.ts";
import { describeUses, type EquippedSubject, usesOf } from "./subject-uses.ts";

/**
 * What has to be the same for a run to be continued, as far as it can be known: models, structure and capabilities of
 * the subjects, judge, scorers, prices.
 */
export function runConditions(
  { subjects, model, scorers = [] }: Pick<RunBenchmarkConfig, "subjects" | "model" | "scorers">,
  judge: Judge,
  prices: PriceTable,
): JsonObject {
  const used = [...subjects.flatMap((subject) => modelsOf(subject, model)), ...judge.models];
  return {
    subjects: Object.fromEntries(
      subjects.map((subject) => [
        subject.name,
        { models: modelsOf(subject, model), fingerprint: fingerprintOf(subject) },
      ]),
    ),
    ...(judge.models.length > 0 && { judge: { fingerprint: judge.fingerprint, repeats: judge.repeats } }),
    scorers: scorers.map(scorerFacts),
    prices: JSON.parse(JSON.stringify(prices.snapshot(new Set(used)).models)),
  };
}

function fingerprintOf(subject: EquippedSubject): string {
  const { kind, sequencer, mapTask, calls } = subject;
  const uses = describeUses(usesOf(subject));
  return sourceHash({ kind, sequencer: describeSource(sequencer), mapTask, calls, uses });
}
