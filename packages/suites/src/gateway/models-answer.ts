/**
 * Answers the question which models there are, without asking anybody. `only` is the model of the case, if there is
 * one.
 */
export function modelsAnswer(
  shape: "openai" | "anthropic" | "gemini",
  asked: string | null,
  only: string | null,
): unknown {
  const bare = only?.slice(only.lastIndexOf("/") + 1) ?? null;
  const names = asked !== null ? [asked] : bare !== null ? [bare] : [];
  const entries = names.map((name) => entryOf(shape, name));
  if (asked !== null) return entries[0];
  switch (shape) {
    case "openai":
      return { object: "list", data: entries };
    case "anthropic":
      return { data: entries, has_more: false, first_id: names[0] ?? null, last_id: names.at(-1) ?? null };
    case "gemini":
      return { models: entries };
  }
}

/** A time that says nothing. */
const someTime = { seconds: 1_735_689_600, text: "2025-01-01T00:00:00Z" };

function entryOf(shape: "openai" | "anthropic" | "gemini", name: string): unknown {
  switch (shape) {
    case "openai":
      return { id: name, object: "model", created: someTime.seconds, owned_by: "gateway" };
    case "anthropic":
      return { type: "model", id: name, display_name: name, created_at: someTime.text };
    case "gemini":
      return {
        name: `models/${name}`,
        displayName: name,
        supportedGenerationMethods: ["generateContent", "countTokens"],
      };
  }
}
