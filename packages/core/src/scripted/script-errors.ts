import { FlowError } from "../errors/flow-error.ts";

/** A script that cannot be used: where the mistake is, and what is expected there. */
export class InvalidScriptError extends FlowError {
  override readonly name = "InvalidScriptError";

  constructor(facts: { file: string; place: string; problem: string; cause?: unknown }) {
    const where = facts.place === "" ? `Script ${facts.file}` : `Script ${facts.file}, ${facts.place}`;
    super(`${where}: ${facts.problem}.`, {
      code: "script-invalid",
      cause: facts.cause,
      details: { file: facts.file, place: facts.place },
    });
  }
}

/** A call that the script has no answer for. */
export class NoScriptedAnswerError extends FlowError {
  override readonly name = "NoScriptedAnswerError";

  constructor(facts: {
    modelId: string;
    blockName: string | undefined;
    turn: number;
    prompt: string;
    /** Index of the conversation that matched and how many turns it has; undefined when none matched. */
    conversation?: { index: number; turns: number };
  }) {
    const { conversation, turn } = facts;
    const by = facts.blockName === undefined ? "" : ` by block "${facts.blockName}"`;
    const what = conversation
      ? `conversations[${conversation.index}] ends after ${conversation.turns} turn${conversation.turns === 1 ? "" : "s"}; add turns[${turn}] to it`
      : `no conversation matches; add one for it, or one without "when" at the end`;
    super(
      `${facts.modelId} was called${by} at turn ${turn} with a prompt that ends in ${JSON.stringify(ending(facts.prompt))}, but ${what}.`,
      { code: "script-no-answer", blockName: facts.blockName, details: { turn } },
    );
  }
}

function ending(prompt: string): string {
  const line = prompt.replaceAll(/\s+/g, " ").trim();
  return line.length > 120 ? `…${line.slice(-120)}` : line;
}
