import type { IncomingMessage } from "node:http";
import type { CellAddress, LabelInput } from "../contract/index.ts";
import { readBody } from "./read-body.ts";
import { RequestError } from "./request-error.ts";
import type { SideAddress, ViewSource } from "./view-source.ts";

type Answer = (source: ViewSource, url: URL, run: string, request: IncomingMessage) => Promise<unknown>;

/** By method and the word behind `/api/runs/<run>`. */
const ofRun: Readonly<Record<string, Answer>> = {
  "GET head": (source, _, run) => source.head(run),
  "GET grid": (source, _, run) => source.grid(run),
  "GET view": (source, _, run) => source.run(run),
  "GET score": (source, _, run) => source.score(run),
  "GET cell": async (source, url, run) => there(await source.cell(run, cellOf(url)), "cell"),
  "GET text": async (source, url, run) => {
    const artifact = word(url, "artifact");
    const [attempt, from] = [count(url, "attempt"), count(url, "from")];
    return there(await source.text(run, { ...cellOf(url), artifact, attempt, from }), "text");
  },
  "GET judge": (source, _, run) => source.judge(run),
  "GET labels": (source, _, run) => source.labelQueue(run),
  "POST labels": async (source, _, run, request) => {
    return there(await source.label(run, labelOf(await readBody(request))), "output to label");
  },
};

/** The data of a request to `/api/`. Throws a `RequestError` when there is none. */
export async function answerApi(source: ViewSource, url: URL, request: IncomingMessage): Promise<unknown> {
  const [, , what, ...rest] = url.pathname.split("/").map(decoded);
  const method = request.method === "HEAD" ? "GET" : request.method;
  if (what === "runs" && rest.length === 0 && method === "GET") return source.runs();
  if (what === "compare" && rest.length === 0 && method === "GET")
    return source.compare(sideOf(url, "a"), sideOf(url, "b"));
  const [run, part = "", ...more] = rest;
  const answer = what === "runs" && run && more.length === 0 ? ofRun[`${method} ${part}`] : undefined;
  if (!answer) throw new RequestError(404, "not-found", "There is nothing at this address.");
  return answer(source, url, run!, request);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new RequestError(400, "address", "The address cannot be read.");
  }
}

function there<T>(found: T | null, what: string): T {
  if (found === null)
    throw new RequestError(404, `${what.split(" ", 1)[0]}-not-found`, `There is no such ${what}.`);
  return found;
}

function sideOf(url: URL, side: "a" | "b"): SideAddress {
  const subject = url.searchParams.get(side === "a" ? "subjectA" : "subjectB");
  return { run: word(url, side), ...(subject !== null && subject !== "" && { subject }) };
}

function cellOf(url: URL): CellAddress {
  return { subject: word(url, "subject"), task: word(url, "task"), repetition: count(url, "repetition") };
}

function word(url: URL, name: string): string {
  const value = url.searchParams.get(name);
  if (value === null) throw new RequestError(400, "query", `The address lacks ${name}.`);
  return value;
}

function count(url: URL, name: string): number {
  const value = Number(word(url, name));
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RequestError(400, "query", `${name} must be a whole number from 0 on.`);
  return value;
}

function labelOf({ key, labels }: Record<string, unknown>): LabelInput {
  const fine = Array.isArray(labels) && labels.every((each) => each === null || typeof each === "boolean");
  if (typeof key !== "string" || !fine)
    throw new RequestError(
      400,
      "label-invalid",
      "A label has a key and, for each criterion, true, false or null.",
    );
  return { key, labels: labels as (boolean | null)[] };
}
