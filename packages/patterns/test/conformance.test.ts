import { expect, test } from "vitest";
import { defaultBenchmarkRegistry } from "../src/registry/default-benchmark-registry.ts";
import { patternConformance } from "./conformance/pattern.ts";
import type { PatternDescription } from "./conformance/pattern-description.ts";
import { bestOfNDescription } from "./patterns/best-of-n.ts";
import { cascadeDescription, cheapCascadeDescription } from "./patterns/cascade.ts";
import { critiqueReviseDescription } from "./patterns/critique-revise.ts";
import { debateDescription } from "./patterns/debate.ts";
import { parallelTasksDescription } from "./patterns/parallel-tasks.ts";
import { planAndExecuteDescription } from "./patterns/plan-and-execute.ts";
import { roundRobinDescription } from "./patterns/round-robin.ts";
import { routedSpecialistsDescription } from "./patterns/routed-specialists.ts";
import { selfConsistencyDescription } from "./patterns/self-consistency.ts";
import { supervisorDescription } from "./patterns/supervisor.ts";

const descriptions: PatternDescription[] = [
  supervisorDescription,
  planAndExecuteDescription,
  parallelTasksDescription,
  roundRobinDescription,
  debateDescription,
  routedSpecialistsDescription,
  selfConsistencyDescription,
  bestOfNDescription,
  critiqueReviseDescription,
  cascadeDescription,
];

test("every adapter of the registry is described, and no other", () => {
  expect(descriptions.map(({ adapter }) => adapter)).toEqual(Object.values(defaultBenchmarkRegistry));
});

for (const description of [...descriptions, cheapCascadeDescription]) patternConformance(description);
