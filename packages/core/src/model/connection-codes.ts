/** Codes of a connection that was never made, as Node names them: whoever was to be asked cannot have seen the call. */
export const neverConnected: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENETUNREACH",
  "EHOSTUNREACH",
]);

/** Codes of a connection that failed, early or late, as Node, undici and axios name them. */
export const connectionFailed: ReadonlySet<unknown> = new Set([
  ...neverConnected,
  ...["ECONNRESET", "ECONNABORTED", "ETIMEDOUT", "EPIPE", "ERR_NETWORK"],
  ...["UND_ERR_SOCKET", "UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"],
]);
