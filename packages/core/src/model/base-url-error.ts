import { FlowError } from "../errors/flow-error.ts";

/** A server was asked for and nobody said where it is. */
export class MissingBaseUrlError extends FlowError {
  override readonly name = "MissingBaseUrlError";

  constructor(modelId: string, setting: string) {
    super(
      `${modelId} needs ${setting}, which is not set. Set it to the address of the server, e.g. http://127.0.0.1:8000/v1.`,
      { code: "missing-base-url", details: { modelId, setting } },
    );
  }
}

/** An address that no request can be sent to. Its value is not shown, for it may hold a password. */
export class InvalidBaseUrlError extends FlowError {
  override readonly name = "InvalidBaseUrlError";

  constructor(setting: string, problem: string) {
    super(`${setting} ${problem}. Set it to an address like http://127.0.0.1:8000/v1.`, {
      code: "invalid-base-url",
      details: { setting },
    });
  }
}

/** The address without a slash at its end. Throws an `InvalidBaseUrlError` that names `setting` when it is none. */
export function checkBaseUrl(value: string, setting: string): string {
  if (!/^https?:\/\//i.test(value)) {
    throw new InvalidBaseUrlError(setting, "does not begin with http:// or https://");
  }
  if (!URL.canParse(value)) throw new InvalidBaseUrlError(setting, "is not a URL");
  const url = new URL(value);
  if (url.username || url.password)
    throw new InvalidBaseUrlError(setting, "has a user name or password in it");
  if (url.search || url.hash) throw new InvalidBaseUrlError(setting, "has something after its path");
  return value.replace(/\/+$/, "");
}
