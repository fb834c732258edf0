// The patterns, each with its adapter.
export { bestOfNBenchmarkAdapter } from "./best-of-n/adapter.ts";
export { type BestOfNOptions, bestOfN } from "./best-of-n/best-of-n.ts";
export { type CascadeAdapterOptions, cascadeAdapter, cascadeBenchmarkAdapter } from "./cascade/adapter.ts";
export { type CascadeOptions, cascade } from "./cascade/cascade.ts";
export { critiqueReviseBenchmarkAdapter } from "./critique-revise/adapter.ts";
export { type CritiqueReviseOptions, critiqueRevise } from "./critique-revise/critique-revise.ts";
export { debateBenchmarkAdapter } from "./debate/adapter.ts";
export { type DebateOptions, debate } from "./debate/debate.ts";
export { parallelTasksBenchmarkAdapter } from "./parallel-tasks/adapter.ts";
export { type ParallelTasksOptions, parallelTasks } from "./parallel-tasks/parallel-tasks.ts";
export { planAndExecuteBenchmarkAdapter } from "./plan-and-execute/adapter.ts";
export { type PlanAndExecuteOptions, planAndExecute } from "./plan-and-execute/plan-and-execute.ts";
export { defaultBenchmarkRegistry } from "./registry/default-benchmark-registry.ts";
export { roundRobinBenchmarkAdapter } from "./round-robin/adapter.ts";
export { defaultRoster, type Seat } from "./round-robin/roster.ts";
export { type RoundRobinOptions, roundRobin } from "./round-robin/round-robin.ts";
export { routedSpecialistsBenchmarkAdapter } from "./routed-specialists/adapter.ts";
export { type RoutedSpecialistsOptions, routedSpecialists } from "./routed-specialists/routed-specialists.ts";
export { defaultSpecialists, type Specialists } from "./routed-specialists/specialist.ts";
export { selfConsistencyBenchmarkAdapter } from "./self-consistency/adapter.ts";
export { type SelfConsistencyOptions, selfConsistency } from "./self-consistency/self-consistency.ts";
// What they share, for patterns of your own that should compare with these.
export { type Goal, goalSchema } from "./shared/goal.ts";
export { NoTaskDoneError } from "./shared/no-task-done-error.ts";
export { type Section, sections } from "./shared/sections.ts";
export { type WorkerOptions, worker } from "./shared/worker.ts";
export { supervisorBenchmarkAdapter } from "./supervisor/adapter.ts";
export { type SupervisorOptions, supervisor } from "./supervisor/supervisor.ts";
