/** Words in model names that give the maker away, wherever the model is served. */
const makers: readonly [maker: string, name: RegExp][] = [
  ["anthropic", /claude/],
  ["openai", /(^|[^a-z])(chat)?gpt|codex|(^|[./-])o\d/],
  ["google", /gemini|gemma|(^|[^a-z])palm/],
  ["meta", /llama/],
  ["mistral", /mi[sx]tral|codestral|devstral|magistral|ministral|pixtral/],
  ["qwen", /qwen|qwq/],
  ["deepseek", /deepseek/],
  ["xai", /grok/],
  ["cohere", /command-(r|a)|(^|[^a-z])aya/],
  ["microsoft", /(^|[^a-z])phi-?\d|wizardlm/],
  ["amazon", /(amazon|nova)[.-]/],
  ["moonshot", /kimi|moonshot/],
  ["zhipu", /(^|[^a-z])(chat)?glm/],
  ["nvidia", /nemotron/],
];
/** Names of makers under which their models go at gateways. */
const aliases: Readonly<Record<string, string>> = {
  "openai-chat": "openai",
  "meta-llama": "meta",
  mistralai: "mistral",
  "x-ai": "xai",
  "z-ai": "zhipu",
  zai: "zhipu",
  alibaba: "qwen",
  moonshotai: "moonshot",
};
const gateways = new Set(["gateway", "vercel", "openrouter"]);
/** They serve models of all makers, so their own name says nothing. */
const servers = new Set([
  "ollama",
  "openai-compatible",
  "azure",
  "bedrock",
  "vertex",
  "together",
  "groq",
  "fireworks",
]);

/**
 * Do two models come from the same maker, so that one may favour what the other writes? Gateways, dates and servers of
 * your own are seen through; a model of a maker nobody knows is of a family with those of the same name. Simulated and
 * scripted models are related to themselves only.
 */
export function sameFamily(a: string, b: string): boolean {
  if (a.trim().toLowerCase() === b.trim().toLowerCase()) return true;
  const of = familiesOf(b);
  return familiesOf(a).some((family) => of.includes(family));
}

/** A distilled model is of the family of its teacher and of that of its own. */
function familiesOf(id: string): string[] {
  const whole = id.trim().toLowerCase();
  if (whole.startsWith("scripted:") || whole.startsWith("sim/")) return [`only ${whole}`];
  const parts = whole.split("/");
  const through = parts.length > 2 && gateways.has(parts[0]!);
  const [first, ...rest] = through ? parts.slice(1) : parts;
  const name = rest.length > 0 ? rest.join("/") : first!;
  const known = makers.filter(([, pattern]) => pattern.test(name)).map(([maker]) => maker);
  if (rest.length === 0) return known.length > 0 ? known : [nameOf(name)];
  const provider = aliases[first!] ?? first!;
  const isMaker = makers.some(([maker]) => maker === provider) || (through && !servers.has(provider));
  if (isMaker) return [...new Set([provider, ...known])];
  return known.length > 0 ? known : [nameOf(name)];
}

/** The name without version, size and tag. */
function nameOf(name: string): string {
  const last = name.split("/").at(-1)!;
  return `named ${/^[a-z]+/.exec(last)?.[0] ?? last}`;
}
