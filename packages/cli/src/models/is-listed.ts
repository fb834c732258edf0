/**
 * Is a model among those that its server lists? Ollama lists the tag that a name without one stands for, takes names in
 * any case, and hands those that end in `cloud` on to others.
 */
export function isListed(modelId: string, provider: string, ids: readonly string[]): boolean {
  const wanted = modelId.slice(provider.length + 1);
  if (provider !== "ollama") return ids.includes(wanted);
  const name = wanted.toLowerCase();
  return /[-:]cloud$/.test(name) || ids.some((id) => [name, `${name}:latest`].includes(id.toLowerCase()));
}
