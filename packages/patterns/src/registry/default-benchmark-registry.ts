import type { BenchmarkRegistry } from "@flow-state-dev/core";
import { bestOfNBenchmarkAdapter } from "../best-of-n/adapter.ts";
import { cascadeBenchmarkAdapter } from "../cascade/adapter.ts";
import { critiqueReviseBenchmarkAdapter } from "../critique-revise/adapter.ts";
import { debateBenchmarkAdapter } from "../debate/adapter.ts";
import { parallelTasksBenchmarkAdapter } from "../parallel-tasks/adapter.ts";
import { planAndExecuteBenchmarkAdapter } from "../plan-and-execute/adapter.ts";
import { roundRobinBenchmarkAdapter } from "../round-robin/adapter.ts";
import { routedSpecialistsBenchmarkAdapter } from "../routed-specialists/adapter.ts";
import { selfConsistencyBenchmarkAdapter } from "../self-consistency/adapter.ts";
import { supervisorBenchmarkAdapter } from "../supervisor/adapter.ts";

/**
 * All patterns by name: first those in which several work together, then the controls that spend the same calls
 * without that (vote, choice, revision, second try). Add your own with `{ ...defaultBenchmarkRegistry, mine }`.
 */
export const defaultBenchmarkRegistry = Object.freeze({
  supervisor: supervisorBenchmarkAdapter,
  "plan-and-execute": planAndExecuteBenchmarkAdapter,
  "parallel-tasks": parallelTasksBenchmarkAdapter,
  "round-robin": roundRobinBenchmarkAdapter,
  debate: debateBenchmarkAdapter,
  "routed-specialists": routedSpecialistsBenchmarkAdapter,
  "self-consistency": selfConsistencyBenchmarkAdapter,
  "best-of-n": bestOfNBenchmarkAdapter,
  "critique-revise": critiqueReviseBenchmarkAdapter,
  cascade: cascadeBenchmarkAdapter,
}) satisfies BenchmarkRegistry;
