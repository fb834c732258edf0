import { cutText } from "../../transcript/cut-text.ts";

/** What a request says that the conversation before it did not: everything after the model's last words. */
export type NewContent =
  | { type: "user"; text: string }
  | { type: "tool-result"; id: string; tool: string | null; text: string; ok: boolean };

/** A request in short. Texts are what programs wrote: hostile, and cut. */
export interface RequestSummary {
  /** Null when there is none. */
  system: string | null;
  /** Messages of the whole conversation. */
  messages: number;
  /** Names of the tools that the model is offered. */
  tools: readonly string[];
  news: readonly NewContent[];
  /** The longest answer that it asks for; null when it sets none. */
  maxOutputTokens: number | null;
}

/** Characters of one text in a summary. */
const textCharacters = 50_000;
const mostNews = 200;
const mostTools = 300;

/** A summary with everything cut to size. */
export function summarize(facts: {
  system: string;
  messages: number;
  tools: readonly unknown[];
  news: readonly NewContent[];
  maxOutputTokens: number | undefined;
}): RequestSummary {
  return {
    system: facts.system === "" ? null : cutText(facts.system, textCharacters),
    messages: facts.messages,
    tools: facts.tools
      .filter((name): name is string => typeof name === "string")
      .slice(0, mostTools)
      .map((name) => name.slice(0, 200)),
    news: facts.news.slice(-mostNews).map((item) => ({ ...item, text: cutText(item.text, textCharacters) })),
    maxOutputTokens: facts.maxOutputTokens ?? null,
  };
}

/** The items after the last for which `isAnswer` holds. */
export function afterLastAnswer(items: readonly unknown[], isAnswer: (item: any) => boolean): any[] {
  return items.slice(
    items.findLastIndex((item) => typeof item === "object" && item !== null && isAnswer(item)) + 1,
  );
}

/** The text of content that is a text or a list of parts; parts of other kinds are named in brackets. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((part) => {
      if (typeof part === "string") return part;
      if (typeof part?.text === "string") return part.text;
      return typeof part?.type === "string" ? `[${part.type}]` : "";
    })
    .filter((text) => text !== "")
    .join("\n");
}
