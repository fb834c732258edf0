import type { WireName } from "./wires/wire-name.ts";

/** What a request wants. */
export type Endpoint =
  /** A model call. */
  | {
      kind: "call";
      wire: WireName;
      /** The model, where the path names it. */
      pathModel: string | null;
      /** Does the path ask for a stream? */
      pathStreams: boolean;
      /** What follows the path of the wire, e.g. `/compact`. */
      suffix: "" | "/compact";
      query: string;
    }
  /** How many tokens a prompt has; free of charge. */
  | { kind: "count"; wire: WireName; pathModel: string | null; query: string }
  /** Which models there are, or whether there is anybody. */
  | { kind: "models"; shape: "openai" | "gemini"; model: string | null }
  | { kind: "hello" }
  | { kind: "unknown" };

/** Names that a path may have for a model. */
const modelName = "[A-Za-z0-9][A-Za-z0-9._@-]{0,199}";
const geminiPath = new RegExp(
  `^(?:/v1(?:beta|alpha)?)?/models/(${modelName}):(generateContent|streamGenerateContent|countTokens)$`,
);
const modelsPath = new RegExp(`^(/v1|/v1beta|/v1alpha)?/models(?:/(${modelName}(?:/${modelName}){0,2}))?$`);

/** Parameters that are passed on, with what they may be. Others could carry a key, or hide the count (`fields`). */
const passedParameters: readonly [name: string, values: RegExp][] = [
  ["beta", /^\w{1,40}$/],
  ["alt", /^(sse|json)$/],
];

/**
 * Reads method and path, the token taken off. Only what is known is let through, so no path can lead anywhere else:
 * `..`, encoded slashes and whole addresses are all unknown.
 */
export function readEndpoint(method: string, target: string): Endpoint {
  const [path = "", search = ""] = splitOnce(target, "?");
  const query = passedQuery(search);
  if (method === "GET" || method === "HEAD") {
    if (path === "" || path === "/" || path === "/v1" || path === "/api/hello") return { kind: "hello" };
    const models = modelsPath.exec(path);
    if (!models) return { kind: "unknown" };
    const shape = models[1]?.startsWith("/v1beta") || models[1]?.startsWith("/v1alpha") ? "gemini" : "openai";
    return { kind: "models", shape, model: models[2] ?? null };
  }
  if (method !== "POST") return { kind: "unknown" };
  const plain = { kind: "call", pathModel: null, pathStreams: false, suffix: "", query } as const;
  switch (path.replace(/^\/v1(?=\/)/, "")) {
    case "/messages":
      return { ...plain, wire: "anthropic-messages" };
    case "/messages/count_tokens":
      return { kind: "count", wire: "anthropic-messages", pathModel: null, query };
    case "/responses":
      return { ...plain, wire: "openai-responses" };
    case "/responses/compact":
      return { ...plain, wire: "openai-responses", suffix: "/compact" };
    case "/responses/input_tokens":
      return { kind: "count", wire: "openai-responses", pathModel: null, query };
    case "/chat/completions":
      return { ...plain, wire: "openai-chat" };
  }
  const [, pathModel, action] = geminiPath.exec(path) ?? [];
  if (pathModel === undefined) return { kind: "unknown" };
  if (action === "countTokens") return { kind: "count", wire: "gemini", pathModel, query };
  return { ...plain, wire: "gemini", pathModel, pathStreams: action === "streamGenerateContent" };
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

function passedQuery(search: string): string {
  if (search === "") return "";
  const parameters = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const [name, values] of passedParameters) {
    const value = parameters.get(name);
    if (value !== null && values.test(value)) kept.set(name, value);
  }
  const text = kept.toString();
  return text === "" ? "" : `?${text}`;
}
