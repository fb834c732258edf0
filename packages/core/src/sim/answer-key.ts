import { createHash } from "node:crypto";

/** A task whose answer is known, so that a simulated model can be right or wrong about it. */
export interface AnswerKeyTask {
  /** The task as its prompt says it; it is recognised by this text occurring in a request. */
  prompt: string;
  right: string;
  /** Plausible wrong answers; all alike in how often they are given. */
  wrong: string[];
  /** In logits; 0 when absent. See `probabilityRight`. */
  difficulty?: number;
}

/** A task that was recognised, and the text by which. */
export interface FoundTask {
  task: AnswerKeyTask;
  /** The prompt in the form in which it occurs: as it is, or escaped as JSON or XML. */
  as: string;
}

/** An answer key made ready for looking up; make it once and share it between models. */
export interface AnswerIndex {
  /** The task that a text is about: of all whose prompt occurs in it, the one with the longest. */
  find(text: string): FoundTask | undefined;
  /** Stands for the contents of the key. */
  readonly fingerprint: string;
}

/** Windows by which prompts are found; each prompt goes by the longest that is not longer than itself. */
const windows = [32, 16, 8, 4, 2, 1];
const base = 16777619;

/** An answer key made ready for looking up. A text is read once, whatever the number of tasks. */
export function createAnswerIndex(tasks: readonly AnswerKeyTask[]): AnswerIndex {
  const whole = new Map<string, FoundTask>();
  const byWindow = new Map<number, Map<number, FoundTask[]>>();
  for (const task of tasks) {
    for (const as of spellings(task.prompt)) {
      if (whole.has(as)) continue;
      const found = { task, as };
      whole.set(as, found);
      const size = windows.find((window) => window <= as.length)!;
      const anchors = byWindow.get(size) ?? new Map<number, FoundTask[]>();
      byWindow.set(size, anchors);
      const anchor = hashOf(as, size);
      anchors.set(anchor, [...(anchors.get(anchor) ?? []), found]);
    }
  }
  let fingerprint: string | undefined;
  return {
    find(text) {
      const exact = whole.get(text.trim());
      if (exact) return exact;
      let best: FoundTask | undefined;
      for (const [size, anchors] of byWindow) {
        eachWindow(text, size, (hash, start) => {
          for (const found of anchors.get(hash) ?? []) {
            if (best && best.as.length >= found.as.length) continue;
            if (text.startsWith(found.as, start)) best = found;
          }
        });
      }
      return best;
    },
    get fingerprint() {
      fingerprint ??= createHash("sha256").update(JSON.stringify(tasks)).digest("hex");
      return fingerprint;
    },
  };
}

/** A text as it is, and as it reads inside JSON and XML. */
export function spellings(text: string): string[] {
  const trimmed = text.trim();
  if (trimmed === "") return [];
  const inJson = JSON.stringify(trimmed).slice(1, -1);
  const inXml = trimmed.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return [...new Set([trimmed, inJson, inXml])];
}

function hashOf(text: string, size: number): number {
  let hash = 0;
  for (let index = 0; index < size; index++) hash = (Math.imul(hash, base) + text.charCodeAt(index)) | 0;
  return hash;
}

/** The hash of every window of a text, each from the one before. */
function eachWindow(text: string, size: number, visit: (hash: number, start: number) => void): void {
  if (text.length < size) return;
  let leading = 1;
  for (let count = 1; count < size; count++) leading = Math.imul(leading, base);
  let hash = hashOf(text, size);
  visit(hash, 0);
  for (let end = size; end < text.length; end++) {
    hash = (hash - Math.imul(text.charCodeAt(end - size), leading)) | 0;
    hash = (Math.imul(hash, base) + text.charCodeAt(end)) | 0;
    visit(hash, end - size + 1);
  }
}
