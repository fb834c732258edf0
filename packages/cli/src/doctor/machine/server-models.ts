const patienceMs = 1500;

/**
 * What a server says when it is asked for its models: their names; that it does not tell them, with its HTTP status; or
 * nothing at all in time, with why it could not be asked.
 */
export type ServerAnswer =
  | { kind: "models"; ids: string[] }
  | { kind: "no-list"; status: number }
  | { kind: "silent"; cause: unknown };

/** Asks a server with the wire of OpenAI which models it offers, for a short time. Never rejects. */
export async function askServer(baseUrl: string, key: string | undefined): Promise<ServerAnswer> {
  try {
    const response = await fetch(`${baseUrl.replace(/\/+$/, "")}/models`, {
      headers: key ? { authorization: `Bearer ${key}` } : {},
      signal: AbortSignal.timeout(patienceMs),
      redirect: "error",
    });
    const { ok, status } = response;
    const ids = ok ? idsIn(await response.text()) : null;
    return ids === null ? { kind: "no-list", status } : { kind: "models", ids };
  } catch (cause) {
    return { kind: "silent", cause };
  }
}

/** Names of the models that a server with the wire of OpenAI offers; null when it does not tell them in time. */
export async function serverModels(baseUrl: string, key: string | undefined): Promise<string[] | null> {
  const answer = await askServer(baseUrl, key);
  return answer.kind === "models" ? answer.ids : null;
}

/** The ids in a list of models; null when it is none. A server without any model may write null for its list. */
function idsIn(text: string): string[] | null {
  try {
    const { data } = JSON.parse(text) as { data?: { id?: unknown }[] | null };
    return data === undefined ? null : (data ?? []).flatMap(({ id }) => (typeof id === "string" ? [id] : []));
  } catch {
    return null;
  }
}
