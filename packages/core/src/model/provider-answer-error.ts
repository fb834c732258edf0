import { FlowError } from "../errors/flow-error.ts";

/** Where a call went, and with what. */
export interface CallRoute {
  /** The id that was asked for. */
  modelId: string;
  /** What the provider calls the model. */
  model: string;
  /** The provider or gateway it went to. */
  provider: string;
  /** The variable or option that holds the key, or the one to set; undefined when nobody but the user knows. */
  keySetting: string | undefined;
  /** A key went along. */
  keySent: boolean;
  /** Where the provider is; undefined for an instance that somebody made himself. */
  baseURL: string | undefined;
  /** The variable or option that says so; undefined when it is where it always is. */
  addressSetting: string | undefined;
}

/** What came back in place of an answer. */
export interface AnswerFacts {
  route: CallRoute;
  /** HTTP status. */
  status: number;
  /** Name and port of the server that answered. */
  host: string;
  /** What it said, fit for a message; may be empty. */
  said: string;
  /** What the package of the provider threw. */
  cause: unknown;
}

/** A provider answered, but with no answer of a model. Says who, and what to do. */
export class ProviderAnswerError extends FlowError {
  override readonly name: string = "ProviderAnswerError";
  /** HTTP status. */
  readonly statusCode: number;
  /** For the books: what was sent back may be billed. */
  readonly responseBody: unknown;
  readonly responseHeaders: unknown;

  constructor(
    message: string,
    { code, retryable }: { code: string; retryable: boolean },
    facts: AnswerFacts,
  ) {
    const { route, status, host, cause } = facts;
    const details = { modelId: route.modelId, provider: route.provider, host, status };
    super(message, { code, retryable, cause, details });
    this.statusCode = status;
    const { responseBody, responseHeaders } = Object(cause) as Record<string, unknown>;
    this.responseBody = responseBody;
    this.responseHeaders = responseHeaders;
  }
}

/** ` (HTTP 401): Invalid key` at the end of a clause, or only the status when the server said nothing. */
export function statusClause({ status, said }: Pick<AnswerFacts, "status" | "said">): string {
  return said === "" ? ` (HTTP ${status})` : ` (HTTP ${status}: ${said.replace(/[.\s]+$/, "")})`;
}
