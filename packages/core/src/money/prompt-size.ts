import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  SharedV4FileData,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";

/** How much a call gives the model to read. */
export interface PromptSize {
  /** UTF-8 bytes of all text: messages, tools, schema. */
  bytes: number;
  messages: number;
  tools: number;
  files: number;
  /** The most tokens the files can come to. */
  fileTokens: number;
  /** Does it ask for a cache that is kept for an hour? */
  hourCache: boolean;
}

/**
 * The most tokens an image is taken for, whatever its size: providers scale images down, and the dearest of them
 * bills under five thousand tokens for one.
 */
export const imageTokenBound = 8_192;

/**
 * Tokens taken for a document, recording or film of unknown length (behind an address or a provider's own id), and
 * for what a tool of the provider's own may find: there is no bound, so this is a generous guess.
 */
export const unknownFileTokenBound = 65_536;

/** Measures a call without serialising its text. */
export function promptSize(options: LanguageModelV4CallOptions): PromptSize {
  const size: PromptSize = {
    bytes: 0,
    messages: options.prompt.length,
    tools: 0,
    files: 0,
    fileTokens: 0,
    hourCache: false,
  };
  noteCache(size, options.providerOptions);
  for (const message of options.prompt) addMessage(size, message);
  for (const tool of options.tools ?? []) {
    size.tools += 1;
    size.bytes += Buffer.byteLength(tool.name);
    if (tool.type === "function") {
      size.bytes += Buffer.byteLength(tool.description ?? "") + schemaBytes(tool.inputSchema);
      noteCache(size, tool.providerOptions);
      if (tool.inputExamples) size.bytes += jsonBytes(tool.inputExamples);
    } else {
      size.bytes += jsonBytes(tool.args);
      size.fileTokens += unknownFileTokenBound;
    }
  }
  if (options.responseFormat?.type === "json") {
    const { schema, name, description } = options.responseFormat;
    size.bytes += schemaBytes(schema) + Buffer.byteLength(`${name ?? ""}${description ?? ""}`);
  }
  return size;
}

function addMessage(size: PromptSize, message: LanguageModelV4Message): void {
  noteCache(size, message.providerOptions);
  if (typeof message.content === "string") {
    size.bytes += Buffer.byteLength(message.content);
    return;
  }
  for (const part of message.content) {
    if (part.type !== "tool-approval-response") noteCache(size, part.providerOptions);
    switch (part.type) {
      case "text":
      case "reasoning":
        size.bytes += Buffer.byteLength(part.text);
        break;
      case "file":
      case "reasoning-file":
        addFile(size, part.data, part.mediaType);
        break;
      case "tool-call":
        size.bytes += Buffer.byteLength(part.toolName) + jsonBytes(part.input);
        break;
      case "tool-result":
        size.bytes += Buffer.byteLength(part.toolName);
        if (part.output.type !== "content") size.bytes += jsonBytes(part.output);
        else {
          for (const item of part.output.value) {
            if (item.type === "text") size.bytes += Buffer.byteLength(item.text);
            else if (item.type === "file") addFile(size, item.data, item.mediaType);
            else size.bytes += jsonBytes(item);
          }
        }
        break;
      default:
        size.bytes += jsonBytes(part);
    }
  }
}

function addFile(size: PromptSize, data: SharedV4FileData, mediaType: string): void {
  if (data.type === "text") {
    size.bytes += Buffer.byteLength(data.text);
    return;
  }
  size.files += 1;
  if (mediaType.startsWith("image")) size.fileTokens += imageTokenBound;
  else if (data.type === "data") {
    // Compressed text and short pages hold more tokens than bytes; four to one leaves room for both.
    size.fileTokens += imageTokenBound + 4 * data.data.length;
  } else size.fileTokens += unknownFileTokenBound;
}

function noteCache(size: PromptSize, options: SharedV4ProviderOptions | undefined): void {
  if (options && !size.hourCache) size.hourCache = JSON.stringify(options).includes('"1h"');
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? "");
}

const measured = new WeakMap<object, number>();

/** Schemas are the same objects call after call, so each is measured once. */
function schemaBytes(schema: object | boolean | undefined): number {
  if (typeof schema !== "object") return 0;
  let bytes = measured.get(schema);
  if (bytes === undefined) {
    bytes = jsonBytes(schema);
    measured.set(schema, bytes);
  }
  return bytes;
}
