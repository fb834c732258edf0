/** A whole number from 1, and nothing else: `3abc` is a mistake. */
export function parseCount(text: string): number {
  if (!/^\d+$/.test(text) || Number(text) < 1) throw new Error(`"${text}" is not a whole number from 1`);
  return Number(text);
}

/** A whole number from 0: how many of something there may be, or none. */
export function parseMost(text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`"${text}" is not a whole number from 0`);
  return Number(text);
}

/** An amount of US dollars above 0, with or without the sign. */
export function parseUsd(text: string): number {
  const amount = usdOf(text);
  if (amount === null || amount === 0) throw new Error(`"${text}" is not an amount of dollars above 0`);
  return amount;
}

/** What a run may spend, in US dollars, with or without the sign; with 0 only what is free is asked. */
export function parseBudget(text: string): number {
  const amount = usdOf(text);
  if (amount === null) throw new Error(`"${text}" is not an amount of dollars from 0`);
  return amount;
}

function usdOf(text: string): number | null {
  const amount = /^\$?(\d+(?:\.\d*)?|\.\d+)$/.exec(text)?.[1];
  return amount === undefined ? null : Number(amount);
}

/** A share from 0 to 1. */
export function parseShare(text: string): number {
  const share = Number(text);
  if (text.trim() === "" || !(share >= 0 && share <= 1))
    throw new Error(`"${text}" is not a share from 0 to 1`);
  return share;
}

/** Any text but an empty one, which is what a variable of a shell that is not set leaves. */
export function parseText(text: string): string {
  if (text === "") throw new Error('"" names nothing');
  return text;
}

/** A file, by its path; a flag that was quoted together with its value is none. */
export function parseFile(text: string): string {
  const problem = flagInOneWord(text);
  if (problem !== null) throw new Error(problem);
  return parseText(text);
}

/** What is wrong with a word that is a flag and its value, `"--agent noop"`; null for any other word. */
export function flagInOneWord(word: string): string | null {
  return /^--[a-z][a-z-]*\s/.test(word)
    ? `"${word}" is one word, but a flag and its value are two: leave out the quotes, or put each on a line of its own in args of the action`
    : null;
}

/** What an agent is to do: any text but an empty one. */
export function parsePrompt(text: string): string {
  if (text.trim() === "") throw new Error("it is empty; write what the agent is to do, in quotes");
  return text;
}

/** One of these words, and nothing else. */
export function parseChoice<Choice extends string>(choices: readonly Choice[]): (text: string) => Choice {
  return (text) => {
    const choice = choices.find((each) => each === text);
    if (choice !== undefined) return choice;
    throw new Error(`"${text}" is none of ${choices.join(", ")}`);
  };
}

/** One of several words with commas between; blanks around it do not count. Nothing between two commas is a mistake. */
export function parseListed(what: string): (text: string) => string {
  return (text) => {
    const word = text.trim();
    if (word === "") throw new Error(`a ${what} is missing before or after a comma`);
    return word;
  };
}
