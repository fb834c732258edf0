import type {
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4Reasoning,
  LanguageModelV4StreamPart,
  LanguageModelV4Text,
} from "@ai-sdk/provider";

/** Listens to a stream and has the whole answer when it is over. */
export interface StreamCollector {
  add(part: LanguageModelV4StreamPart): void;
  /** The whole answer, or undefined while there is none: no finish yet, or an error on the way. */
  result(): LanguageModelV4GenerateResult | undefined;
}

type Block = LanguageModelV4Text | LanguageModelV4Reasoning;
type FinishPart = Extract<LanguageModelV4StreamPart, { type: "finish" }>;

/** Puts the parts of a stream together to what a whole answer would have been. */
export function collectStream(): StreamCollector {
  const content: LanguageModelV4Content[] = [];
  const open = new Map<string, Block>();
  const response: NonNullable<LanguageModelV4GenerateResult["response"]> = {};
  let warnings: LanguageModelV4GenerateResult["warnings"] = [];
  let finish: FinishPart | undefined;
  let failed = false;

  const start = (key: string, block: Block) => {
    open.set(key, block);
    content.push(block);
  };
  const extend = (key: string, part: { delta?: string; providerMetadata?: Block["providerMetadata"] }) => {
    const block = open.get(key);
    if (!block) return;
    block.text += part.delta ?? "";
    if (part.providerMetadata) block.providerMetadata = part.providerMetadata;
  };

  return {
    add(part) {
      switch (part.type) {
        case "stream-start":
          warnings = part.warnings;
          break;
        case "response-metadata":
          if (part.id !== undefined) response.id = part.id;
          if (part.modelId !== undefined) response.modelId = part.modelId;
          if (part.timestamp !== undefined) response.timestamp = part.timestamp;
          break;
        case "text-start":
          start(`text ${part.id}`, { type: "text", text: "", ...metadataOf(part) });
          break;
        case "text-delta":
          extend(`text ${part.id}`, part);
          break;
        case "text-end": {
          extend(`text ${part.id}`, metadataOf(part));
          const block = open.get(`text ${part.id}`);
          if (block?.type === "text" && part.citations) block.citations = part.citations;
          break;
        }
        case "reasoning-start":
          start(`reasoning ${part.id}`, { type: "reasoning", text: "", ...metadataOf(part) });
          break;
        case "reasoning-delta":
          extend(`reasoning ${part.id}`, part);
          break;
        case "reasoning-end":
          extend(`reasoning ${part.id}`, metadataOf(part));
          break;
        case "finish":
          finish = part;
          break;
        case "error":
          failed = true;
          break;
        case "tool-input-start":
        case "tool-input-delta":
        case "tool-input-end":
        case "ping":
        case "raw":
          break;
        default:
          content.push(part);
      }
    },
    result() {
      if (!finish || failed) return undefined;
      return {
        content,
        finishReason: finish.finishReason,
        usage: finish.usage,
        ...metadataOf(finish),
        ...(Object.keys(response).length > 0 && { response }),
        warnings,
      };
    },
  };
}

function metadataOf(part: { providerMetadata?: Block["providerMetadata"] }) {
  return part.providerMetadata ? { providerMetadata: part.providerMetadata } : {};
}
