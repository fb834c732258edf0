import { causesOf } from "../errors/causes.ts";
import { FlowError } from "../errors/flow-error.ts";

/** What is known of a server that no secure connection could be made to. */
export interface InsecureServerFacts {
  modelId: string;
  baseURL: string;
  /** The variable that moves the provider to another address. */
  variable: string | undefined;
  cause: unknown;
}

/** A server took the connection but does not speak https, or has a certificate that is not trusted here. */
export class InsecureServerError extends FlowError {
  override readonly name = "InsecureServerError";

  constructor({ modelId, baseURL, variable = "the base URL", cause }: InsecureServerFacts) {
    const { origin } = new URL(baseURL);
    const code = secureCodeIn(cause) ?? "";
    const plain = code.startsWith("ERR_SSL");
    const what = plain ? `${origin} does not speak https` : `The certificate of ${origin} is not trusted`;
    const next = plain
      ? `Set ${variable} to ${origin.replace("https:", "http:")}…, if that is how it is meant`
      : `Check ${variable}, or name the certificate of its authority in NODE_EXTRA_CA_CERTS`;
    super(`${what} (${code}), which ${modelId} is asked for at. ${next}; trying again will not help.`, {
      ...{ code: "insecure-server", retryable: false, cause, details: { modelId, origin, reason: code } },
    });
  }
}

const certificateCode = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_)/;

/** Why no secure connection could be made, as Node says it; undefined when that is not what happened. */
export function secureCodeIn(error: unknown): string | undefined {
  return causesOf(error)
    .map(codeOf)
    .find((code) => code.startsWith("ERR_SSL") || certificateCode.test(code));
}

/** `node:https` has one code for all that OpenSSL says in the midst of a write. */
function codeOf(error: Error): string {
  const { code } = error as { code?: unknown };
  const isPlain = code === "EPROTO" && error.message.includes(":wrong version number:");
  return isPlain ? "ERR_SSL_WRONG_VERSION_NUMBER" : String(code);
}
