const patienceMs = 1500;

/** Names of the models that a server with the wire of OpenAI offers; null when it does not answer in time. */
export async function serverModels(baseUrl: string, key: string | undefined): Promise<string[] | null> {
  try {
    const response = await fetch(`${baseUrl.replace(/\/+$/, "")}/models`, {
      headers: key ? { authorization: `Bearer ${key}` } : {},
      signal: AbortSignal.timeout(patienceMs),
      redirect: "error",
    });
    if (!response.ok) return null;
    const { data } = (await response.json()) as { data?: { id?: unknown }[] };
    return (data ?? []).flatMap(({ id }) => (typeof id === "string" ? [id] : []));
  } catch {
    return null;
  }
}
