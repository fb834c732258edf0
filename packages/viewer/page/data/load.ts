/** What a page in a file carries; null when there is a server to ask. */
interface Inlined {
  report: { run: string; redacted: boolean };
  [address: string]: unknown;
}

const element = document.getElementById("data");
const inlined = element ? ((await unpack(element.textContent ?? "")) as Inlined) : null;

/** The run this file is about and whether its texts were left out; null when the page has a server. */
export const report: Inlined["report"] | null = inlined?.report ?? null;

/** Something the server or the file does not have. */
export class LoadError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The data at an address below `/api/`. */
export async function load<T>(address: string, signal?: AbortSignal): Promise<T> {
  if (inlined) {
    if (Object.hasOwn(inlined, address)) return inlined[address] as T;
    throw new LoadError(
      "not-in-file",
      "This file does not hold it. Look at it with x view, where the run was made.",
    );
  }
  return ask(`/api/${address}`, { ...(signal && { signal }) });
}

/** Sends data to an address below `/api/`. */
export async function post<T>(address: string, body: unknown): Promise<T> {
  return ask(`/api/${address}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function unpack(text: string): Promise<unknown> {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

async function ask<T>(url: string, init: RequestInit): Promise<T> {
  let response: Response;
  let body: T & { code?: string; message?: string };
  try {
    response = await fetch(url, init);
    body = await response.json();
  } catch (error) {
    if ((error as Error).name === "AbortError") throw error;
    throw new LoadError("gone", "The server does not answer. Start it again with x view and open its link.");
  }
  if (!response.ok) throw new LoadError(body.code ?? "failed", body.message ?? response.statusText);
  return body;
}

/** An address with its query. */
export function withQuery(path: string, query: Record<string, string | number>): string {
  const words = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return `${path}?${new URLSearchParams(words)}`;
}
