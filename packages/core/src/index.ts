// Contract types of pattern benchmarks.

export type {
  BenchmarkAdapter,
  BenchmarkAdapterOptions,
  BenchmarkRegistry,
} from "./benchmark/benchmark-adapter.ts";
export type { BenchmarkCategory } from "./benchmark/benchmark-category.ts";
export type { BenchmarkSubject, CallsPerCell } from "./benchmark/benchmark-subject.ts";
export type { BenchmarkTask } from "./benchmark/benchmark-task.ts";
export { directAnswerPrompt } from "./benchmark/direct-answer-prompt.ts";
// Blocks.
export { AbortedError } from "./blocks/abort.ts";
export {
  type AsToolOptions,
  type BlockDefinition,
  isBlock,
  type RescueHandlerSpec,
} from "./blocks/block.ts";
export type { BlockConfig } from "./blocks/block-config.ts";
export type { BlockKind } from "./blocks/block-kind.ts";
export {
  type CapabilityConfig,
  type CapabilityRef,
  type CapabilityScope,
  type CapabilitySelection,
  defineCapability,
  type PresetDef,
  type UsesEntry,
  type UsesSlot,
} from "./blocks/capability.ts";
export { ConstructionError } from "./blocks/construction-error.ts";
export type { BlockContext, ParentBlock } from "./blocks/context.ts";
export type {
  BlockFailed,
  BlockFinished,
  BlockRetrying,
  BlockStarted,
  BlockTotals,
  CallCached,
  CallCharged,
  CallFallback,
  CallRetrying,
  Emitted,
  FlowEvent,
  OnEvent,
  TextDelta,
  ToolCalled,
  ToolFinished,
} from "./blocks/events.ts";
export { type FanOutOptions, SiblingFailedError } from "./blocks/fan-out.ts";
export { NoSequencerStateError } from "./blocks/frame-context.ts";
export {
  AllModelsFailedError,
  BrokenAnswerError,
  ContentFilteredError,
  NoAnswerError,
  ToolLoopLimitError,
} from "./blocks/generator/answer-errors.ts";
export type { CachingConfig } from "./blocks/generator/caching.ts";
export { freeCallId } from "./blocks/generator/call-ids.ts";
export type { ContextSlot } from "./blocks/generator/context-slot.ts";
export { generator } from "./blocks/generator/generator.ts";
export type {
  GeneratorConfig,
  GeneratorDefaults,
  GeneratorFactory,
  GeneratorMeta,
  HistoryMessage,
  LoopConfig,
  LoopTurn,
  ModelChoice,
  ModelIdentity,
  RepairConfig,
  RepairState,
} from "./blocks/generator/generator-config.ts";
export { SchemaNotDescribableError } from "./blocks/generator/json-schema.ts";
export type { PromptEntry, PromptSlot } from "./blocks/generator/prompt-slot.ts";
export { type HandlerConfig, type HandlerFactory, handler } from "./blocks/handler.ts";
export { type KeyedRouterConfig, keyedRouter } from "./blocks/keyed-router.ts";
export { OutputValidationError } from "./blocks/output-validation-error.ts";
export type { ModelRef } from "./blocks/ready-model.ts";
export { backoffMs, type RetryPolicy } from "./blocks/retry-policy.ts";
export { type RouterConfig, router, UnknownRouteError } from "./blocks/router.ts";
export { type RunBlockOptions, type RunBlockResult, type RunError, runBlock } from "./blocks/run-block.ts";
export { StateFieldError } from "./blocks/run-state.ts";
export { NoBranchError } from "./blocks/sequencer/branch-op.ts";
export { NotAListError } from "./blocks/sequencer/fan-out-ops.ts";
export { AllFailedError, RaceLostError } from "./blocks/sequencer/first-success.ts";
export { LoopLimitError, type LoopOptions } from "./blocks/sequencer/loop-ops.ts";
export { type SequencerConfig, sequencer } from "./blocks/sequencer/sequencer.ts";
export type { Condition, Connector, SequencerDefinition } from "./blocks/sequencer/sequencer-definition.ts";
export { SequencerOutputSchemaError } from "./blocks/sequencer/sequencer-output-schema-error.ts";
export type { StateHandle } from "./blocks/state-handle.ts";
export { createTrace, type Trace, type TraceNode } from "./blocks/trace.ts";
export { ValidationError } from "./blocks/validation-error.ts";
// Response cache.
export type { CacheEntry } from "./cache/cache-entry.ts";
export { cacheKey } from "./cache/cache-key.ts";
export { CacheMissError } from "./cache/cache-miss-error.ts";
export { CacheModeError } from "./cache/cache-mode-error.ts";
export {
  type CachedOptions,
  type CacheMode,
  type CachingMiddleware,
  cached,
  type Disown,
} from "./cache/cached.ts";
export { createFileCache, type FileCacheOptions } from "./cache/file-cache.ts";
export { isMakerGone, makerMark } from "./cache/maker-mark.ts";
export { createMemoryCache } from "./cache/memory-cache.ts";
export type { ResponseCache } from "./cache/response-cache.ts";
// Time.
export { type Clock, systemClock } from "./clock/clock.ts";
export { formatDuration } from "./clock/format-duration.ts";
export { longestTimerMs } from "./clock/longest-timer.ts";
export { type Pause, pause } from "./clock/pause.ts";
export { copyValue } from "./copy/copy-value.ts";
// Foreign text between tags.
export { type Imitations, imitationsOf } from "./delimit/imitations.ts";
export { tagMark } from "./delimit/tag-mark.ts";
// Errors.
export { type ErrorRecord, toErrorRecord } from "./errors/error-record.ts";
export { FlowError, type FlowErrorFacts } from "./errors/flow-error.ts";
// Small things that several packages need.
export { type Linable, Line } from "./line/line.ts";
// Models.
export { applyMiddleware, type ModelMiddleware } from "./model/apply-middleware.ts";
export { asLanguageModel } from "./model/as-language-model.ts";
export { InvalidBaseUrlError, MissingBaseUrlError } from "./model/base-url-error.ts";
export { BlockedPortError, isBlockedPort } from "./model/blocked-port-error.ts";
export { type CallContext, callContextOf, withCallContext } from "./model/call-context.ts";
export { ConnectionClosedError } from "./model/connection-closed-error.ts";
export { type CreatedModelResolver, createModelResolver } from "./model/create-model-resolver.ts";
export { EmptyAnswerError } from "./model/empty-answer-error.ts";
export { firstWords } from "./model/first-words.ts";
export { ForeignAnswerError } from "./model/foreign-answer-error.ts";
export { fullModelId } from "./model/full-model-id.ts";
export type {
  GeneratorModel,
  GeneratorModelOptions,
  GeneratorModelResult,
  GeneratorModelStreamChunk,
  GeneratorModelTool,
  GeneratorModelToolCall,
  GeneratorModelUsage,
  GeneratorTextUsage,
} from "./model/generator-model.ts";
export { toFinishReason } from "./model/generator-model-result.ts";
export { httpStatus, isModelAnswer } from "./model/http-status.ts";
export { InsecureServerError, secureCodeIn } from "./model/insecure-server-error.ts";
export { InvalidKeyError } from "./model/invalid-key-error.ts";
export { isSimulatedId } from "./model/is-simulated-id.ts";
export { isSimulated, type LanguageModel } from "./model/language-model.ts";
export { MalformedAnswerError } from "./model/malformed-answer-error.ts";
export { MalformedModelIdError } from "./model/malformed-model-id-error.ts";
export { MissingKeyError } from "./model/missing-key-error.ts";
export { MissingPackageError } from "./model/missing-package-error.ts";
export type { ModelResolver, ResolveModelOptions } from "./model/model-resolver.ts";
export { NotAModelError } from "./model/not-a-model-error.ts";
export { formatModelId, type ParsedModelId, parseModelId } from "./model/parse-model-id.ts";
export { PlainAnswerError } from "./model/plain-answer-error.ts";
export { type AnswerFacts, type CallRoute, ProviderAnswerError } from "./model/provider-answer-error.ts";
export { knownGateways, knownProviders } from "./model/providers/known-providers.ts";
export type { ProviderAccess, ProviderDefinition } from "./model/providers/provider-definition.ts";
export { ProxyRefusedError, type ProxyRefusedFacts, proxyStatusIn } from "./model/proxy-refused-error.ts";
export { RedirectError } from "./model/redirect-error.ts";
export { refusalCause } from "./model/refusal-cause.ts";
export { RefusedKeyError } from "./model/refused-key-error.ts";
export { isRefusedRequest } from "./model/refused-request.ts";
export {
  type ModelHook,
  type ModelHookContext,
  type ModelResolverOptions,
  type ProviderInstance,
  ResolverOptionsError,
  type ServerSettings,
} from "./model/resolver-options.ts";
export { isRetryable, retryAfterMs } from "./model/retryable.ts";
export { SpentQuotaError } from "./model/spent-quota-error.ts";
export { StreamFailedError } from "./model/stream-failed-error.ts";
export { UnknownModelError } from "./model/unknown-model-error.ts";
export { UnknownProviderError } from "./model/unknown-provider-error.ts";
export { isUnreachable, UnreachableServerError } from "./model/unreachable-server-error.ts";
// Money.
export { leftOpen, neverSent } from "./money/aborted-call.ts";
export type {
  Account,
  AccountOptions,
  CallIntent,
  ChildAccountOptions,
  Ledger,
  LedgerAnswer,
  OpenCall,
  OpenedCall,
  OutermostAccount,
  Settlement,
} from "./money/account.ts";
export { brokenOff } from "./money/broken-off.ts";
export { BudgetExceededError } from "./money/budget-exceeded-error.ts";
export { defaultCallTimeoutMs } from "./money/call-timeout.ts";
export { CallTimeoutError } from "./money/call-timeout-error.ts";
export type { Charge, ChargeFacts, CostBasis, Payer } from "./money/charge.ts";
export { InvalidPriceError } from "./money/check-price.ts";
export { createAccount } from "./money/create-account.ts";
export {
  type EstimateCostOptions,
  estimateCostUsd,
  isModelPriced,
  publishedPrices,
} from "./money/estimate-cost.ts";
export { formatCellCost, formatMoney, formatMoneyApart, formatMoneyOf } from "./money/format-money.ts";
export { formatUsd } from "./money/format-usd.ts";
export { InvalidAmountError } from "./money/invalid-amount-error.ts";
export { meantModel } from "./money/meant-model.ts";
export { type MeterOptions, meter } from "./money/meter.ts";
export type { ModelPrice } from "./money/model-price.ts";
export { ModelStoppedError } from "./money/model-stopped-error.ts";
export { fromNanoUsd, type NanoUsd, sumUsd, toNanoUsd } from "./money/nano-usd.ts";
export { isNoCompletion } from "./money/no-completion.ts";
export { isZero, notLess } from "./money/not-less.ts";
export {
  createPriceTable,
  type PriceOrigin,
  type PriceSnapshot,
  type PriceSnapshotEntry,
  type PriceTable,
  type PriceTableOptions,
} from "./money/price-table.ts";
export { providerCostUsd } from "./money/provider-cost.ts";
export type { BilledUsage } from "./money/rates.ts";
export { type PriceOverrides, PricesFileError, readPrices } from "./money/read-prices.ts";
export { StreamCutError } from "./money/stream-cut-error.ts";
export { mostTokens, tokenCount } from "./money/token-count.ts";
export { UnpricedModelError } from "./money/unpriced-model-error.ts";
export type { OnWarning } from "./money/unpriced-warning.ts";
export { addUsage, noUsage, type Usage } from "./money/usage.ts";
export { usageOf } from "./money/usage-of.ts";
export { anthropicUsage, geminiUsage, openaiUsage, type ReadUsage } from "./money/usage-on-wire.ts";
export { wasTaken } from "./money/was-taken.ts";
export { isSaneUsage } from "./money/wire-usage.ts";
export { withSummaries } from "./money/with-summaries.ts";
export { strictOutputTokens } from "./money/worst-case.ts";
export { Opened } from "./opened/opened.ts";
// Schemas.
export {
  checkSchema,
  describeIssues,
  type Schema,
  type SchemaInput,
  type SchemaIssue,
  type SchemaOutput,
  type SchemaResult,
  toJsonSchema,
} from "./schema/schema.ts";

// Scripted models.
export { checkScript } from "./scripted/check-script.ts";
export { readScript } from "./scripted/read-script.ts";
export type {
  Script,
  ScriptCondition,
  ScriptConversation,
  ScriptFailure,
  ScriptStep,
  ScriptToolCall,
} from "./scripted/script.ts";
export { InvalidScriptError, NoScriptedAnswerError } from "./scripted/script-errors.ts";
export { type ScriptedModelOptions, scriptedModel } from "./scripted/scripted-model.ts";

// Simulated models.
export { type AnswerIndex, type AnswerKeyTask, createAnswerIndex } from "./sim/answer-key.ts";
export { sampleJsonSchema } from "./sim/sample-json-schema.ts";
export { type SimModelOptions, simModel } from "./sim/sim-model.ts";
export { probabilityRight, type SimFailures, type SimProfile, SimProfileError } from "./sim/sim-profile.ts";
export { simProfiles } from "./sim/sim-profiles.ts";
export { UnknownSimProfileError } from "./sim/unknown-sim-profile-error.ts";
export { asTyped } from "./text/as-typed.ts";
export { firstNamed } from "./text/first-named.ts";
export { nearestName } from "./text/nearest-name.ts";
