import { openaiCompatible } from "./openai-compatible.ts";
import { type ProviderDefinition, withPath } from "./provider-definition.ts";

/** Ollama on this machine, or where `OLLAMA_HOST` says, in any form that Ollama itself takes. */
export const ollama: ProviderDefinition = {
  ...openaiCompatible,
  name: "ollama",
  keyVariables: [],
  baseUrlVariable: "OLLAMA_HOST",
  defaultBaseUrl: "http://127.0.0.1:11434",
  toBaseUrl: ollamaBaseUrl,
};

const reachableHosts = new Map([
  ["", "127.0.0.1"],
  ["0.0.0.0", "127.0.0.1"],
  ["[::]", "[::1]"],
]);

/**
 * `host`, `host:port`, `:port` or a URL. Without a scheme the port is 11434 unless given; with one it is the
 * scheme's. The address that means "listen everywhere" is one to listen on, so it becomes loopback.
 */
export function ollamaBaseUrl(written: string): string {
  const [, scheme = "", address = ""] = /^(https?:\/\/)?(.*)$/s.exec(written.replace(/\/+$/, "")) ?? [];
  const [, host = "", port = "", path = ""] = /^(\[[^\]]*\]|[^:/]*)(:\d*)?(\/.*)?$/s.exec(address) ?? [];
  if (!host && !port) return `http://${written}`;
  const reachable = reachableHosts.get(host) ?? host;
  const at = port.length > 1 ? port : scheme ? "" : ":11434";
  return withPath(`${scheme || "http://"}${reachable}${at}${path}`, "/v1");
}
