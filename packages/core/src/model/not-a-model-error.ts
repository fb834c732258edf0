import { FlowError } from "../errors/flow-error.ts";

/** Something was given where a model belongs, and it is none. */
export class NotAModelError extends FlowError {
  override readonly name = "NotAModelError";

  constructor(value: unknown, modelId?: string) {
    const where = modelId === undefined ? "A model" : `The model for ${modelId}`;
    super(`${where} is ${describe(value)}. ${advice(value)}`, { code: "not-a-model" });
  }
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value !== "object" && typeof value !== "function") return `a ${typeof value}`;
  const { specificationVersion } = value as { specificationVersion?: unknown };
  if (typeof specificationVersion === "string") {
    const missing = specificationVersion === "v4" ? ` without ${missingIn(value).join(" and ")}` : "";
    return `an AI SDK model of version ${specificationVersion}${missing}`;
  }
  if (isThenable(value)) return "a promise";
  if (typeof value === "function") return "a function";
  const keys = Object.keys(value).slice(0, 5);
  return keys.length ? `an object with ${keys.join(", ")}` : "an empty object";
}

function advice(value: unknown): string {
  if (isThenable(value)) return "A resolver returns the model itself; load what it needs at its first call.";
  const version = (value as { specificationVersion?: unknown } | null)?.specificationVersion;
  if (version !== "v4" && typeof version === "string")
    return "Version v4 is wanted: update the provider's package to the one for AI SDK 7.";
  return "Return an AI SDK language model (v4), or an object with modelId and generate.";
}

/** What a model of the right version lacks. */
function missingIn(value: object): string[] {
  return ["doGenerate", "doStream"].filter((name) => typeof Reflect.get(value, name) !== "function");
}

function isThenable(value: unknown): boolean {
  return typeof (value as { then?: unknown } | null | undefined)?.then === "function";
}
