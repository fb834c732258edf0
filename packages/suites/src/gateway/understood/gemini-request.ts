import { type Json, objectOf } from "../wires/json.ts";
import { bothSpellings, otherSpelling, valuesOf } from "./proto-names.ts";
import { itemsOf, type RequestReading } from "./request-reading.ts";

/** Left out on purpose: `cachedContent`. */
const fields = [
  ...["model", "contents", "systemInstruction", "tools", "toolConfig", "safetySettings", "generationConfig"],
  ...["labels", "store", "serviceTier"],
];
/** Left out on purpose: what routes to other models. */
const settings = [
  ...["maxOutputTokens", "candidateCount", "temperature", "topP", "topK", "stopSequences", "seed"],
  ...["responseMimeType", "responseSchema", "responseJsonSchema", "_responseJsonSchema", "responseFormat"],
  ...["responseModalities", "responseLogprobs", "logprobs", "presencePenalty", "frequencyPenalty"],
  ...["thinkingConfig", "mediaResolution", "speechConfig", "imageConfig", "enableEnhancedCivicAnswers"],
  ...["enableAffectiveDialog", "audioTimestamp"],
];
/** Left out on purpose: `fileData`. */
const parts = [
  ...["text", "thought", "thoughtSignature", "inlineData", "functionCall", "functionResponse"],
  ...["executableCode", "codeExecutionResult", "toolCall", "toolResponse", "videoMetadata"],
  ...["mediaResolution", "partMetadata"],
];
const declarations = bothSpellings(["functionDeclarations"]);
const known = {
  fields: bothSpellings(fields),
  settings: bothSpellings(settings),
  parts: bothSpellings(parts),
};

/** Tools that the agent carries out itself; all others are Google's. */
export function isAgentTool(tool: Json): boolean {
  return Object.keys(tool).every((name) => tool[name] == null || declarations.has(name));
}

/** Reads a request to the Gemini API. */
export function readGemini(body: Json, reading: RequestReading): void {
  reading.known(body, known.fields);
  noteTwins(body, fields, "", reading);
  for (const each of valuesOf(body, "generationConfig").map(objectOf)) readSettings(each, reading);
  reading.tools = itemsOf(body.tools).length;
  const said = [...valuesOf(body, "systemInstruction"), ...itemsOf(body.contents)].map(objectOf);
  for (const content of said) {
    reading.messages += 1;
    reading.each(content.parts, (part) => readPart(part, reading));
  }
}

function readSettings(config: Json, reading: RequestReading): void {
  const where = "generationConfig.";
  reading.known(config, known.settings, where);
  noteTwins(config, settings, where, reading);
  for (const name of ["maxOutputTokens", "candidateCount"]) {
    for (const value of valuesOf(config, name)) reading.number(value, `${where}${name}`);
  }
  const modalities = valuesOf(config, "responseModalities").flatMap((value) =>
    Array.isArray(value) ? value : [value],
  );
  if (modalities.some((each) => typeof each !== "string" || each.toUpperCase() !== "TEXT")) {
    reading.unseen.push(`${where}responseModalities`);
  }
}

/** Which of two spellings counts, only the provider knows. */
function noteTwins(object: Json, names: readonly string[], where: string, reading: RequestReading): void {
  for (const name of names) {
    if (valuesOf(object, name).length < 2) continue;
    reading.unseen.push(`${where}${name} beside ${otherSpelling(name)}`);
  }
}

function readPart(part: Json, reading: RequestReading): void {
  reading.known(part, known.parts, "parts.");
  for (const held of valuesOf(part, "inlineData").map(objectOf)) {
    const types = valuesOf(held, "mimeType");
    if (typeof held.data === "string") reading.file(types.length === 1 ? types[0] : "file", held.data.length);
  }
  for (const answer of valuesOf(part, "functionResponse").map(objectOf)) {
    reading.each(answer.parts, (inner) => readPart(inner, reading));
  }
}
