import { httpStatus, isModelAnswer } from "@flow-state-dev/core";
import type { Outcome } from "@flow-state-dev/records";

/** Codes of errors about the program of an agent: it is not there, or cannot be started. */
const programCodes = ["agent-missing", "agent-not-started"];
/** Codes of errors about how a run was set up. */
const setupCodes = new Set([
  ...["missing-key", "invalid-key", "missing-package", "missing-base-url"],
  ...["refused-key", "unknown-model", "spent-quota", "not-supported"],
  ...["redirected", "insecure-server", "blocked-port", "proxy-refused"],
  ...["unpriced-model", "unknown-provider", "malformed-model-id", "provider-refused"],
  ...["sim-profile-unknown", "script-invalid", "budget-too-small"],
  ...programCodes,
]);
/** HTTP: the key is not known, or may not do this. */
const refusedStatus = new Set([401, 403]);
/** HTTP, from a provider of models: there is no money on the account, or no such model. */
const hopelessStatus = new Set([402, 404]);
const spentQuota = "insufficient_quota";

/**
 * What is wrong with the setup, as a code, when that is what an error tells: a key, package, address or price that is
 * missing or wrong, a model that cannot be named so or that there is none of, a provider that does not accept the key
 * or whose quota is spent, a model or server that has no tools, takes no schemas or only streams, a budget that no call fits into,
 * an agent whose program is not there or cannot be started. No subject can help it, and no later attempt of the same
 * process. Undefined for anything else.
 */
export function setupProblemOf(error: unknown): string | undefined {
  const seen = new Set<unknown>();
  const visit = (value: unknown): string | undefined => {
    if (typeof value !== "object" || value === null || seen.has(value) || seen.size > 20) return undefined;
    seen.add(value);
    const { code, type, cause, data, error: inner, errors } = value as Record<string, unknown>;
    if (setupCodes.has(String(code))) return String(code);
    if (code === spentQuota || type === spentQuota) return spentQuota;
    for (const each of [cause, data, inner, ...(Array.isArray(errors) ? errors : [])]) {
      const found = visit(each);
      if (found !== undefined) return found;
    }
    const status = httpStatus(value);
    if (status === undefined) return undefined;
    if (refusedStatus.has(status)) return `http-${status}`;
    return hopelessStatus.has(status) && isModelAnswer(value) ? `http-${status}` : undefined;
  };
  return visit(error);
}

/** Codes of errors about the machine on which a cell ran. */
const machineCodes = new Set([
  ...["sandbox-failed", "sandbox-unavailable", "command-not-run"],
  ...["EMFILE", "ENFILE", "ENOMEM", "EROFS"],
]);
const fullDisk = "disk-full";
const fullDiskWords = /\bENOSPC\b|\bEDQUOT\b|no space left on device|disk quota exceeded/i;

/**
 * What is wrong with the machine, as a code, when a cell has no result for that: its disk is full, its sandbox does not
 * work. Another machine may run it. Undefined for anything else.
 */
export function machineProblemOf(outcome: Outcome): string | undefined {
  if (outcome.kind !== "infrastructure") return undefined;
  const { code = "", message } = outcome.error;
  if (code === fullDisk || fullDiskWords.test(`${code} ${message}`)) return fullDisk;
  return machineCodes.has(code) ? code : undefined;
}

/** Is it the code of a key that a provider did not accept? */
export function isRefusedKey(setupProblem: string): boolean {
  return setupProblem === "refused-key" || setupProblem === "http-401" || setupProblem === "http-403";
}

/** Is it the code of a program that one subject needs and others may not? */
export function isProgramProblem(setupProblem: string): boolean {
  return programCodes.includes(setupProblem);
}

/** The provider that did not accept its key, when that is what an error tells. Undefined for anything else. */
export function keyRefuserOf(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    const { code, details } = at as { code?: unknown; details?: { provider?: unknown } };
    if (code === "refused-key" && typeof details?.provider === "string") return details.provider;
  }
  return undefined;
}
