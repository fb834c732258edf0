// The suite format.

export { caseHash, suiteHash } from "./suite/case-hash.ts";
export { isJudged } from "./suite/is-judged.ts";
export type { Position } from "./suite/position.ts";
export { readSuite, type SuiteSource } from "./suite/read-suite.ts";
export type {
  CaseExpectation,
  NetworkAccess,
  Solution,
  Suite,
  SuiteCase,
  SuiteGate,
  SuiteNotice,
  SuitePath,
} from "./suite/suite.ts";
export { SuiteError } from "./suite/suite-error.ts";
export { suiteJsonSchema } from "./suite/suite-json-schema.ts";
export { defaultBudgetUsd, defaultTimeoutS } from "./suite/suite-limits.ts";
export { noticesFor } from "./suite/suite-notice.ts";
export { formatProblem, type SuiteProblem } from "./suite/suite-problem.ts";
export { type SuiteFile, type SuiteFileCase, suiteSchema } from "./suite/suite-schema.ts";
export type { WorkspaceSource } from "./suite/workspace-source.ts";

// Expectations.

export { type ExpectationResult, evaluate, evaluateAll } from "./expect/evaluate.ts";
export type { Evidence } from "./expect/evidence.ts";
export type { Expectation, ExpectationProblem, PlainExpectation } from "./expect/expectation.ts";
export { formatExpectation } from "./expect/format-expectation.ts";
export { compileGlob, type GlobCheck } from "./expect/glob.ts";
export type {
  Change,
  EntryKind,
  FolderEntry,
  FolderView,
  GradedWorkspace,
} from "./expect/graded-workspace.ts";
export type { CommandEnd, GradingContext } from "./expect/grading-context.ts";
export { JudgeFailedError, NoJudgeError } from "./expect/judge-errors.ts";
export { type ParsedExpectation, parseExpectation } from "./expect/parse-expectation.ts";
export { checkWorkspacePath, type PathCheck } from "./expect/workspace-path.ts";
export { packageLine } from "./text/package-line.ts";
export { printable } from "./text/printable.ts";

// Running suites.

export { type BenchAgent, modelFor, worksOn } from "./bench/bench-agent.ts";
export type { BenchConfig, CasePlace, OnCaseEvent, OnCaseStage } from "./bench/bench-config.ts";
export type { CaseStage } from "./bench/case/case-parts.ts";
export { type CommandLimits, completeCommandLimits } from "./bench/case/command-limits.ts";
export { BenchConfigError, checkBench } from "./bench/check-bench.ts";
export { PatchRoom } from "./bench/kept/patch-room.ts";
export { keptRun } from "./bench/kept/read-case-runs.ts";
export { simulatedNotice } from "./bench/kept/results-of-run.ts";
export { runCosts } from "./bench/kept/run-costs.ts";
export { judgedByOwn } from "./bench/notices/judged-by-own.ts";
export { planManifest } from "./bench/plan-manifest.ts";
export { runSuite, type SuiteRun, workOnSuite } from "./bench/run-suite.ts";
export { excludedPaths } from "./bench/start/case-bases.ts";
export { SetupFailedError } from "./bench/start/case-setup.ts";
export { type KeyFileTest, keyFileTest } from "./bench/start/key-files.ts";
export { projectFolder } from "./bench/start/project-folder.ts";
export { buildSuiteResults, type SuiteFacts } from "./results/build-suite-results.ts";
export {
  type CaseEvidence,
  caseArtifacts,
  type ExpectationEvidence,
} from "./results/case-evidence.ts";
export type { CaseRuns } from "./results/case-runs.ts";
export { costPerRun } from "./results/compared-cost.ts";
export { fromCaseEvidence } from "./results/read-case-evidence.ts";
export type {
  AgentComparison,
  AgentResults,
  CaseResult,
  CaseRun,
  SuiteResults,
} from "./results/suite-results.ts";

// Examining suites.

export type { DoctorProblem, ProblemCode } from "./doctor/doctor-problem.ts";
export { type CostEstimate, estimateCost } from "./doctor/estimate-cost.ts";
export type { CaseExamination, Check, NearMiss, SuiteExamination } from "./doctor/examination.ts";
export { type ExamineOptions, examineSuite } from "./doctor/examine-suite.ts";
export { type CaseReceipt, type ReceiptFacts, receiptOf, type SuiteReceipt } from "./doctor/receipt.ts";
export { receiptFile } from "./doctor/receipt-file.ts";
export {
  type Endless,
  endlessTests,
  type Flicker,
  flickersOf,
  gradingFlickers,
  holdsAlready,
  passesWithout,
  type Verdict,
  verdictOf,
} from "./doctor/verdict.ts";

// Agents.

export type { Agent } from "./agent/agent.ts";
export { AgentExitError } from "./agent/agent-exit-error.ts";
export type { AgentAttempt, AgentJob, AgentLimits, AgentModels } from "./agent/agent-job.ts";
export {
  type AgentName,
  type AgentNameCheck,
  agentForms,
  parseAgentName,
  UnknownAgentError,
} from "./agent/agent-name.ts";
export {
  type AgentEnd,
  type AgentFigures,
  type AgentReport,
  type FiguresFrom,
  type GaveUpWhy,
  noFigures,
  type ReportedFigures,
} from "./agent/agent-report.ts";
export type { AgentShell, ScratchFolder, ShellExit, ShellOptions } from "./agent/agent-shell.ts";
export { createCommandAgent } from "./agent/command-agent.ts";
export { type CreateAgentOptions, createAgent, parseAgent } from "./agent/create-agent.ts";
export { createNoopAgent } from "./agent/noop-agent.ts";
export { createOracleAgent } from "./agent/oracle-agent.ts";
export {
  createReplayAgent,
  NothingRecordedError,
  PatchNotWholeError,
  type RecordedRuns,
  type RecordedWork,
} from "./agent/replay-agent.ts";
export { openSandboxShell, SandboxFailedError, type SandboxShellOptions } from "./agent/sandbox-shell.ts";
export { createXAgent, NoModelError, type XAgentOptions } from "./x-agent/x-agent.ts";

// Agents with programs of their own, and the gateway that counts what they use.

export { acpCli } from "./adapters/acp/acp.ts";
export type { AgentCli, Launch, LaunchFacts, NpmPackage } from "./adapters/agent-cli.ts";
export { agentsFolder } from "./adapters/agent-folder.ts";
export {
  type CliAgent,
  type CliAgentOptions,
  createCliAgent,
  NoCommonWireError,
  NoModelAccessError,
} from "./adapters/create-cli-agent.ts";
export {
  AgentApiError,
  AgentFailedError,
  AgentLoginError,
  AgentNotStartedError,
} from "./adapters/end-of-cli.ts";
export {
  AgentMissingError,
  type CliInstallation,
  type FindCliOptions,
  findCli,
} from "./adapters/find-cli.ts";
export { installLine } from "./adapters/install-line.ts";
export { knownClis } from "./adapters/known-clis.ts";
export { installedAgents, type ListedAgent, listAgents } from "./adapters/list-agents.ts";
export type { JobGateway, MeteredFigures } from "./agent/job-gateway.ts";
export type { ModelAccess } from "./agent/model-access.ts";
export type { ModelServers } from "./bench/wire/case-gateway.ts";
export type { Exchange, ExchangeAnswer, ExchangeToolCall } from "./gateway/exchange.ts";
export { exchangeEvents } from "./gateway/exchange-events.ts";
export type { Gateway } from "./gateway/gateway.ts";
export type { GatewayOptions, GatewayTimeouts } from "./gateway/gateway-options.ts";
export { OffWireModelError, WireMismatchError } from "./gateway/no-upstream-errors.ts";
export { openGateway } from "./gateway/open-gateway.ts";
export type { GatewayTotals } from "./gateway/totals.ts";
export { findUpstream, type Upstream } from "./gateway/upstream.ts";
export type { RequestSummary } from "./gateway/wires/request-summary.ts";
export { type WireName, wireLabels, wireNames } from "./gateway/wires/wire-name.ts";

// Transcripts.

export { describeInput } from "./transcript/describe-input.ts";
export { OpenCalls } from "./transcript/open-calls.ts";
export { readTranscript, type Transcript } from "./transcript/read-transcript.ts";
export { type RenderOptions, renderEvent, renderTranscript } from "./transcript/render-transcript.ts";
export type { TranscriptEvent, TranscriptEventType } from "./transcript/transcript-event.ts";
export {
  parseTranscriptLine,
  type TranscriptHeader,
  type TranscriptLine,
  transcriptVersion,
} from "./transcript/transcript-line.ts";
export {
  createTranscriptWriter,
  type TranscriptWriter,
  type TranscriptWriterOptions,
} from "./transcript/write-transcript.ts";

// Sandboxes and workspaces.

export { applyBinary } from "./patch/git-binary.ts";
export { applyHunks } from "./patch/hunks.ts";
export { type Patch, type PatchedFile, readPatch } from "./patch/read-patch.ts";
export type { CapturedOutput } from "./process/captured-output.ts";
export type { Command } from "./process/command.ts";
export type { Ending, Exit } from "./process/exit.ts";
export {
  chooseSandbox,
  notHeld,
  type SandboxChoice,
  type SandboxName,
  SandboxUnavailableError,
  type SandboxWords,
  sandboxNames,
} from "./sandbox/choose-sandbox.ts";
export type {
  Availability,
  Enforcement,
  Entrance,
  ExecOptions,
  LimitGuard,
  Network,
  Sandbox,
  SandboxFolder,
  SandboxGateway,
  SandboxLimits,
} from "./sandbox/sandbox.ts";
export { folderView } from "./workspace/folder-view.ts";
export { type PreparingProgress, PreparingStoppedError } from "./workspace/preparing.ts";
export { refusedByGit } from "./workspace/refused-by-git.ts";
export { removeTree } from "./workspace/remove-tree.ts";
export type { SourceFacts, SourceSpec } from "./workspace/source.ts";
export type {
  Change as WorkspaceChange,
  Entry,
  EntryType,
  PatchOptions,
  Workspace,
  WorkspaceBase,
} from "./workspace/workspace.ts";
export { WorkspaceError } from "./workspace/workspace-error.ts";
export { openWorkspaces, type WorkspaceMethod, type Workspaces } from "./workspace/workspaces.ts";
