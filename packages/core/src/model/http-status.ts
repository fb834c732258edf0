/** Of errors that models failed with. */
const statuses = new WeakMap<object, number>();

/**
 * Takes down the HTTP status of what a model brought along by its author threw: `statusCode` of the packages of Mistral
 * and Cohere, `status` of those of OpenAI, Anthropic and Google, `status_code` of Ollama's, `response.status` of axios,
 * `$metadata.httpStatusCode` of AWS. Only here is it known that an answer of a provider is meant, and not one of a
 * server that a tool has asked. The error itself stays as it is.
 */
export function noteStatus(error: unknown): void {
  if (typeof error !== "object" || error === null) return;
  try {
    const { statusCode, status, status_code, response, $metadata } = error as Record<string, unknown>;
    const inside = [partOf(response, "status"), partOf($metadata, "httpStatusCode")];
    const told = [statusCode, status, status_code, ...inside].find(isRefusal);
    if (told !== undefined) statuses.set(error, told);
  } catch {
    // It cannot be read, and is told as it is.
  }
}

/** The HTTP status that an error tells of, or that was noted when a model threw it. */
export function httpStatus(error: object): number | undefined {
  const { statusCode } = error as { statusCode?: unknown };
  return typeof statusCode === "number" ? statusCode : statuses.get(error);
}

/** Did a provider of models answer so? Tools meet such answers too, and those are the subject's own. */
export function isModelAnswer(error: object): boolean {
  return (error as { name?: unknown }).name === "AI_APICallError" || statuses.has(error);
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function isRefusal(status: unknown): status is number {
  return Number.isInteger(status) && (status as number) >= 400 && (status as number) <= 599;
}
