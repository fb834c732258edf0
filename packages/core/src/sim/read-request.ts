import type { LanguageModelV4CallOptions, LanguageModelV4Message } from "@ai-sdk/provider";
import { messageText } from "../model/prompt-text.ts";
import type { AnswerIndex, AnswerKeyTask } from "./answer-key.ts";
import { type Candidate, findCandidates } from "./find-candidates.ts";
import { type TaggedPart, taggedParts } from "./tagged-parts.ts";

/** What a simulated model makes of a request. */
export interface SimRequest {
  /** All that there is to read. */
  text: string;
  /** What was said, tools left out, without the task itself. */
  rest: string;
  /** The task it is about, when the answer key knows it. */
  task: AnswerKeyTask | undefined;
  /** Answers to the task that are in the request already; those of tools not among them. */
  candidates: readonly Candidate[];
  /** What tools have answered; undefined when none has. */
  toolResults: string | undefined;
  /** What is asked for in a few words, for texts that have to say something. */
  topic: string;
}

/** Reads a request with the answer key in hand. */
export function readRequest(options: LanguageModelV4CallOptions, key: AnswerIndex | undefined): SimRequest {
  const said: string[] = [];
  const asked: string[] = [];
  let toolResults: string | undefined;
  let text = "";
  for (const message of options.prompt) {
    const whole = messageText(message);
    text = text === "" ? whole : `${text}\n${whole}`;
    if (message.role === "tool") {
      toolResults = toolResults === undefined ? whole : `${toolResults}\n${whole}`;
      continue;
    }
    said.push(message.role === "assistant" ? spokenText(message) : whole);
    if (message.role === "user") asked.push(whole);
  }
  // What the user says counts before examples in a system prompt.
  const found = key && (key.find(asked.join("\n")) ?? key.find(said.join("\n")));
  const spoken = said.join("\n");
  const rest = found ? spoken.replaceAll(found.as, "\n") : spoken;
  return {
    text,
    rest,
    task: found?.task,
    candidates: found ? findCandidates(answersPart(rest), found.task) : [],
    toolResults,
    topic: topicOf(found?.task.prompt ?? asked.at(-1) ?? spoken),
  };
}

const aside = /^(?:reference|expected|golden?|rubric|criteria|criterion|instructions?)/;
const given = /(?:^|[-_])(?:output|answer|candidate|response|submission|draft|solution|proposal)s?(?:$|[-_])/;

/**
 * The part of a request in which answers are given: what is tagged as an output or answer, when something is, else
 * all but what is tagged as a reference or rubric.
 */
export function answersPart(rest: string): string {
  if (!rest.includes("<")) return rest;
  const open = without(
    rest,
    taggedParts(rest, (name) => aside.test(name)),
  );
  const parts = taggedParts(open, (name) => given.test(name));
  return parts.length > 0 ? parts.map(({ inner }) => inner).join("\n") : open;
}

function without(text: string, parts: readonly TaggedPart[]): string {
  const pieces = parts.map(({ whole }, at) => text.slice(parts[at - 1]?.whole.end ?? 0, whole.at));
  return [...pieces, text.slice(parts.at(-1)?.whole.end ?? 0)].join("\n");
}

function spokenText(message: LanguageModelV4Message & { role: "assistant" }): string {
  return message.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

function topicOf(text: string): string {
  const words = text.slice(0, 400).replaceAll(/\s+/g, " ").trim().split(" ").slice(0, 12).join(" ");
  return words.replace(/[.:;,!?]+$/, "");
}
