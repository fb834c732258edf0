import { shown } from "../text/shown.ts";
import type { PlainExpectation } from "./expectation.ts";
import { severalOr } from "./misread-path.ts";
import { type Reading, read, wrong } from "./reading.ts";

/** Longer commands are scripts, and are not looked through. */
const longestLooked = 2_000;

const closing = "passes";
/** In quotes, or behind a backslash, is what the shell is to take to the letter. */
const toTheLetter = /\\.|'[^']*'|"(?:[^"\\]|\\.)*"/gs;

/**
 * How another expectation begins; of a file only with what is said of it, since programs take addresses that begin so.
 */
const begins = String.raw`(?:not\s+)?(?:(?:no-file|diff|test|judge):\s*\S|file:\S+\s+(?:exists|contains|matches|equals|json)\b|(?:cost|turns)\s?<=|output\s+(?:contains|matches)\s)`;
/** What the shell would take for the name of a program, and none is called so. */
const asProgram = String.raw`(?:not\s+)?(?:no-file|diff|test|judge|file):\s*\S`;
/** Where it begins: behind a word that joins, behind the closing word, or where nothing else is likely. */
const another = new RegExp(
  String.raw`(?:\s(?:and|AND|or|OR)\s+|,\s+(?:and\s+|or\s+)?|\s+${closing}\s+)(?=${begins})` +
    String.raw`|\s*(?:&&|\|\||;)\s*(?=${asProgram}|${begins})` +
    String.raw`|\s(?=no-file:\S|file:\S+\s+exists(?:\s+${closing})?$)`,
);
/** The closing word, and a word that joins it to a further command. */
const closedBefore = new RegExp(String.raw`\s${closing}(?=\s*[,;]\s|\s+(?:and|or|&&|\|\|)\s)`);

/** The shell does nothing then, and does it well. */
const onlyComments = /^(?:\s*#.*(?:\n|$))+$/;

/** A command that stands in quotes as a whole. */
const wholeInQuotes = /^(?:'([^']*)'|"([^"\\]*)")$/s;

/** What people say of how a command ends. */
const said =
  /\s((?:does|do|did|must|should|will|may)(?:\s+not|n't)\s+(?:pass|succeed|fail)|(?:must|should|will)\s+(?:pass|succeed|fail)|fails|succeeds|passes(?=[.!]$)|Passes|PASSES|(?:exits|returns)(?:\s+with)?(?:\s+(?:exit\s+)?(?:code|status))?\s+(?:0|zero|non-?zero))[.!]?$/;

/** Programs that take any word, and options that take one. */
const takesAnyWord =
  /(?:^|[\s/|])(?:(?:[ef]?grep|rg|ag|ack)(?:\s+-\S+)*|echo|printf|(?:npm|pnpm|yarn|bun)\s+run|--|-[ekgtmc]|--grep|--filter|--name|-run|--test-?name-?pattern)$/i;
/** A search without what is searched for is no command: `passes` behind it is that. */
const wantsWord =
  /(?:^|[|;&(\n]|\bxargs)\s*(?:!\s+)?(?:git\s+|\S*\/)?(?:[ef]?grep|rg|ag|ack)(?:\s+-\S*)*$|\bpytest\b.*\s-k$|\s(?:--grep|-run|--test-?name-?pattern)$/i;

/**
 * Reads what follows `test:`. One closing word `passes` is not part of the command; a command that itself ends in this
 * word is written with the word twice. What was hardly meant for the shell is refused: it would run as arguments, and
 * many a program does not mind them, so that `test:npm test fails` held while the tests pass. In quotes everything is
 * part of the command.
 *
 * @param lead "not " or nothing
 */
export function readTest(rest: string, lead: string): Reading<PlainExpectation> {
  const cut = /(^|\s)passes$/.test(rest.slice(-closing.length - 1))
    ? rest.slice(0, -closing.length).trimEnd()
    : rest;
  const isShort = rest.length <= longestLooked;
  const isClosed = cut !== rest && !(isShort && wantsWord.test(plainIn(cut)));
  const command = isClosed ? cut : rest;
  if (command === "") return wrong("expectation-incomplete", 'the command after "test:" is missing');
  if (onlyComments.test(command))
    return wrong("expectation-incomplete", 'what stands after "test:" is a comment, which always holds');
  if (!isShort) return read({ kind: "test", command });
  if (quotedCommand(command) !== null)
    return wrong(
      "expectation-command",
      `${shown(command, 60)} is one word in quotes, and no program is called so`,
      "a command stands without quotes around all of it",
    );
  const several = severalIn(rest, lead);
  if (several) return several;
  const end = isClosed ? null : endSaid(command);
  if (end) {
    return wrong(
      "expectation-command",
      `"${end.words}" would be an argument of the command; one that is meant stands in quotes`,
      `only the word ${closing} may close a command`,
    );
  }
  return read({ kind: "test", command });
}

/**
 * What stands in quotes that were put around a whole command, as around a path: the shell would look for a program of
 * that name, so that `not test:'grep -q key a.ts'` always held. Null when there are none, and for the path of a script.
 */
export function quotedCommand(command: string): string | null {
  const [, single, double] = wholeInQuotes.exec(command) ?? [];
  const inside = (single ?? double ?? "").trim();
  return /\s/.test(inside) && (!inside.includes("/") || /\s-/.test(inside)) ? inside : null;
}

/** What is said behind a command of how it ends, such as "fails"; null when nothing is. */
export function endSaid(text: string): { command: string; words: string; fails: boolean } | null {
  const found = text.length > longestLooked ? null : said.exec(plainIn(text));
  if (!found) return null;
  const command = text.slice(0, found.index).trimEnd();
  const words = found[1]!;
  // A single word may be what a program looks for or is told to do.
  if (!/\s/.test(words) && takesAnyWord.test(plainIn(command))) return null;
  return { command, words, fails: /fail|non-?zero/.test(words) !== /not|n't/.test(words) };
}

function severalIn(rest: string, lead: string): ReturnType<typeof wrong> | null {
  const plain = plainIn(rest);
  const found = another.exec(plain);
  if (found) {
    const passes = found[0].trim() === closing ? ` ${closing}` : "";
    const next = rest.slice(found.index + found[0].length);
    return several(`${lead}test:${rest.slice(0, found.index)}${passes}`, next);
  }
  const closed = closedBefore.exec(plain);
  if (!closed || takesAnyWord.test(plain.slice(0, closed.index))) return null;
  const at = closed.index + closed[0].length;
  const next = rest.slice(at).replace(/^\s*(?:[,;]|and\b|or\b|&&|\|\|)\s*/, "");
  return several(`${lead}test:${rest.slice(0, at)}`, `${lead}test:${next}`);
}

function several(...texts: readonly string[]): ReturnType<typeof wrong> {
  return severalOr(texts, " (what is part of the command stands in quotes)");
}

/** As long as the text, with nothing to be read in what the shell takes to the letter. */
function plainIn(text: string): string {
  return text.replaceAll(toTheLetter, (part) => "_".repeat(part.length));
}
