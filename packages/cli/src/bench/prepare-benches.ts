import { createModelResolver, MissingKeyError } from "@flow-state-dev/core";
import { checkBench, type SandboxChoice, type Suite } from "@flow-state-dev/suites";
import { continuedRun } from "@flow-state-dev/sweep";
import { prepareOutputs } from "../files/prepare-outputs.ts";
import { userPrices } from "../files/user-prices.ts";
import { type GatePolicy, gatePolicy } from "../gate/gate-policy.ts";
import { type Against, type AgainstPlace, readAgainst } from "../gate/read-against.ts";
import { checkTravels } from "../machines/check-travels.ts";
import { sweepLimitsOf } from "../machines/provider-limits.ts";
import { storeAddress } from "../machines/store-place.ts";
import { checkServers } from "../models/check-servers.ts";
import type { LazyStore } from "../runs/lazy-store.ts";
import type { BenchFlags } from "./bench-flags.ts";
import { checkOutputs } from "./check-outputs.ts";
import { judgesAsked, modelsAsked } from "./models-asked.ts";
import { type PlannedBench, planBenches } from "./plan-bench.ts";
import { plannedManifest } from "./planned-manifest.ts";
import { readSuites } from "./read-suites.ts";
import { checkReplays } from "./replayed-runs.ts";
import { checkNames, filesOnce } from "./suites-once.ts";

/** A bench with the gate that it is held against. */
export interface HeldBench extends PlannedBench {
  policy: GatePolicy;
  against: Against | null;
  /** Why it can be planned and not run: a model that it asks has no key. */
  lacksKey?: MissingKeyError;
}

/** Where benches are prepared, and who is told on the way. */
export interface PreparingPlace {
  folder: string;
  store: LazyStore;
  sandbox: () => Promise<SandboxChoice>;
  /** Told which suite is looked at, before anything can be found wrong with it. */
  onSuite: (suite: Suite) => void;
  warn: (sentence: string) => void;
}

/** Finds what is wrong with any of the suites or the arguments before anything runs. */
export async function prepareBenches(
  files: readonly string[],
  flags: BenchFlags,
  place: PreparingPlace,
): Promise<HeldBench[]> {
  const { folder, onSuite, warn } = place;
  const suites = await readSuites(filesOnce(files, warn));
  const planned = planBenches(suites, flags);
  checkNames(planned.map(({ suite }) => suite));
  const benches: HeldBench[] = [];
  for (const bench of planned) {
    onSuite(bench.suite);
    benches.push(await prepareBench(bench, flags, place));
  }
  checkOutputs(flags, folder, suites);
  if (flags.plan) return benches;
  // Workers elsewhere have servers of their own.
  const asked = benches.flatMap(({ agents, cases }) => modelsAsked(agents, cases, flags));
  if (flags.on === undefined) (await checkServers(asked, process.env)).forEach(warn);
  prepareOutputs(flags, folder, [...files, ...scriptOf(flags.model)]);
  return benches;
}

async function prepareBench(
  bench: PlannedBench,
  flags: BenchFlags,
  { folder, store, sandbox, warn }: PreparingPlace,
): Promise<HeldBench> {
  if (flags.on !== undefined) checkTravels(bench.suite, folder);
  const agents = await checkReplays(bench.agents, { kind: "bench", name: bench.suite.name }, folder, store);
  const lacksKey = checked(flags, () =>
    checkBench(
      {
        ...{ ...flags, limits: sweepLimitsOf(flags).limits ?? {}, agents },
        ...(flags.budget !== undefined && { budgetUsd: flags.budget }),
      },
      bench.cases,
      createModelResolver(),
      userPrices(),
    ),
  );
  const { failUnder } = flags;
  const asked = gatePolicy(bench.suite.gate, flags.gate);
  const policy = failUnder === undefined ? asked : { ...asked, failUnder };
  const place: AgainstPlace = {
    ...{ store: () => store.open(), folder, kind: "bench", name: bench.suite.name, note: warn },
    shared: storeAddress(flags, process.env) !== undefined,
    about: { subjects: agents.map(({ name }) => name), tasks: bench.cases.map(({ id }) => id) },
    continued: async () =>
      flags.resume
        ? continuedRun(store.open(), await plannedManifest({ ...bench, agents }, flags, await sandbox()))
        : null,
    judge: judgesAsked(agents, bench.cases, flags).join(", ") || undefined,
  };
  const against = flags.against === undefined ? null : await readAgainst(flags.against, place);
  return { ...bench, agents, policy, against, ...(lacksKey && { lacksKey }) };
}

/** Before somebody gets a key they ask what it would cost: a plan tells that first. All else is thrown at once. */
function checked({ plan = false }: BenchFlags, check: () => void): MissingKeyError | undefined {
  try {
    check();
  } catch (error) {
    if (plan && error instanceof MissingKeyError) return error;
    throw error;
  }
  return undefined;
}

/** The file that a scripted model answers from. */
function scriptOf(model: string | undefined): string[] {
  return model?.startsWith("scripted:") ? [model.slice("scripted:".length)] : [];
}
