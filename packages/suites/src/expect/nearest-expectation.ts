import { nearestName } from "@flow-state-dev/core";
import { type Added, addedAfter } from "./added-words.ts";
import { anotherIn, anySeparator, withoutLoose } from "./misread-path.ts";
import { isQuoted, quote } from "./quoted.ts";
import { fileVerbs } from "./read-file-expectation.ts";
import { endSaid, quotedCommand } from "./read-test.ts";
import { regexFlags } from "./regex.ts";

const longestMended = 2_000;
const prefixes = ["file", "no-file", "diff", "test", "judge"];
const subjects = ["output", "cost", "turns", "not"];
const otherNames: Record<string, string> = {
  nofile: "no-file",
  no_file: "no-file",
  "not-file": "no-file",
  missing: "no-file",
  deleted: "no-file",
  path: "file",
  changed: "diff",
  modified: "diff",
  command: "test",
  cmd: "test",
  run: "test",
  shell: "test",
  exec: "test",
  rubric: "judge",
  criterion: "judge",
  answer: "output",
};
const otherVerbs: Record<string, string> = {
  includes: "contains",
  has: "contains",
  is: "equals",
  like: "matches",
};

const noFile = /^(?:not\s+)?(?:file|no-file|diff)\s*:\s*(?:exists|contains|matches|equals|json|only)?\s*$/i;

/** One mistake that people make, undone; the text as it is when it was not made. */
type Mend = (text: string) => string;

/**
 * The string that was most likely meant: mistakes that people make are undone one after the other until the text
 * can be read. Null when that does not help.
 */
export function nearestExpectation(source: string, isRight: (text: string) => boolean): string | null {
  let text = source.trim();
  // Nothing is said about which file, and no word is likely to be its name.
  if (source.length > longestMended || noFile.test(text)) return null;
  for (const mend of mends) {
    const mended = mend(text);
    if (mended === text) continue;
    text = mended;
    if (isRight(text)) return text;
  }
  return null;
}

const straightQuotes: Mend = (text) =>
  text.replaceAll(/[\u2018-\u201b\u2032`\u00b4]/g, "'").replaceAll(/[\u201c-\u201f\u2033\u00ab\u00bb]/g, '"');

const negation: Mend = (text) =>
  text
    .replace(/^!\s*/, "not ")
    .replace(/^not\s*:\s*/i, "not ")
    .replace(/^not\s+not\s+/i, "")
    .replace(/^no file\s*:/i, "no-file:");

/** The first word: its case, its spelling, its colon. */
const firstWord: Mend = (text) => {
  const found = /^(not\s+)?([A-Za-z_-]+)(\s*:\s*|(?=[\s<]))/.exec(text);
  if (!found) return text;
  const [all, not = "", word, sign] = found as unknown as [string, string | undefined, string, string];
  const rest = text.slice(all.length);
  const lower = word.toLowerCase();
  const meant = Object.hasOwn(otherNames, lower)
    ? otherNames[lower]!
    : (nearestName(lower, [...prefixes, ...subjects]) ?? word);
  if (prefixes.includes(meant))
    return sign === "" && rest.trim() === "" ? text : `${not}${meant}:${rest.trimStart()}`;
  return subjects.includes(meant) ? `${not}${meant} ${rest.trimStart()}` : text;
};

/** A path or a command without its prefix. */
const prefix: Mend = (text) => {
  if (/^(?:not\s+)?(?:file|no-file|diff|test|judge):|^(?:not\s+)?(?:output|cost|turns)[\s<]/.test(text))
    return text;
  // Something else stands before a colon: no path begins like that, and nobody can know what it is.
  if (/^(?:not\s+)?[A-Za-z_-]+:/.test(text)) return text;
  if (/\s(?:exists|contains\s|matches\s|equals\s|json\s)/.test(text))
    return text.replace(/^(not\s+)?/, "$1file:");
  return /\s(?:passes|fails)$/.test(text) ? text.replace(/^(not\s+)?/, "$1test:") : text;
};

/** More words that are hardly part of a path, behind an extension or around one that helps: nobody can know. */
const notOnlyPath =
  /\s(?:contains|matches|equals|json)(?:\s|$)|\.\w{1,6}\s[^./]*$|\s(?:is|are|was|were|does|has|have|not)\s/;

/** Words after a path that say what its prefix says, or what another would say. */
const added: Mend = (text) => {
  const found = /^(not\s+)?(file|no-file|diff):\s*(.*)$/s.exec(text);
  if (!found || isQuoted(found[3]!)) return text;
  const [, not, kind, rest] = found as unknown as [string, string | undefined, string, string];
  const said = addedAfter(rest.replace(/\s(exists)\s+not$/, " not $1"), kind === "file");
  if (!said || notOnlyPath.test(said.path)) return text;
  const meant = meaning(kind, said);
  if (meant === null) return text;
  const denied = (not !== undefined) !== meant.denied;
  if (meant.kind === "diff") return `${denied ? "not " : ""}diff:${said.path}`;
  if (kind === "no-file") return `${not ?? ""}no-file:${said.path}`;
  return denied ? `no-file:${said.path}` : `file:${said.path} exists`;
};

/** What the words say in truth, or its contrary; null when they contradict their prefix. */
function meaning(kind: string, said: Added): { kind: "file" | "diff"; denied: boolean } | null {
  const absent = (said.state === "absent") !== said.denied;
  if (kind === "no-file")
    return said.state === "absent" && said.denied ? null : { kind: "file", denied: true };
  if (said.state === "changed" || said.state === "unchanged")
    return { kind: "diff", denied: (said.state === "unchanged") !== said.denied };
  if (kind === "diff" && (said.state === null || !absent)) return { kind: "diff", denied: said.denied };
  return { kind: "file", denied: absent };
}

/** What denies stands in front of it all. */
const absence: Mend = (text) => {
  const lacks =
    /^(not\s+)?((?:file:|output\b).*?)\s+(?:does\s+not|doesn't|not)\s+(contain|match|equal)s?\s/s.exec(text);
  if (!lacks) return text;
  const verb = lacks[3] === "match" ? "matches" : `${lacks[3]}s`;
  return `${lacks[1] === undefined ? "not " : ""}${lacks[2]} ${verb} ${text.slice(lacks[0].length)}`;
};

/** The content of a file, asked of its absence or its change. */
const content: Mend = (text) => {
  const found =
    /^(not\s+)?(no-file|diff):(.*?)\s+(?:(?:does\s+not|doesn't|not)\s+)?(contains|matches|equals|json)\s/s.exec(
      text,
    );
  if (!found) return text;
  const [all, not, kind, path, verb] = found;
  const denied = (not !== undefined) !== (kind === "no-file");
  return `${denied ? "not " : ""}file:${path} ${verb} ${text.slice(all.length)}`;
};

/** Folders have no word of their own: their path ends in a slash. */
const folder: Mend = (text) => {
  const found =
    /^(not\s+)?(no-)?(?:dir|folder|directory)\s*:\s*(\S(?:.*?\S)??)\/?(\s+exists?|\s+(?:does\s+not|doesn't|not)\s+exists?)?$/i.exec(
      text,
    );
  if (!found) return text;
  const [, not = "", no, path, verb = ""] = found;
  const absent = (no !== undefined) !== /not|n't/i.test(verb);
  if (/\s(?:contains|matches|equals|json)\s/.test(path!)) return text;
  return absent ? `${not}no-file:${path}/` : `${not}file:${path}/ exists`;
};

/** The word after a path or after `output`: its case and spelling. What stands in quotes is left alone. */
const verb: Mend = (text) => {
  if (!/^(?:not\s+)?(?:file:|output\s)/.test(text)) return text;
  const words = text.split(/(\s+)/);
  for (let at = 2; at < words.length; at += 2) {
    const word = words[at]!.toLowerCase();
    if (/^['"/]/.test(word)) break;
    const meant = Object.hasOwn(otherVerbs, word) ? otherVerbs[word] : nearestName(word, fileVerbs);
    // "is there" says something else.
    const object = words
      .slice(at + 1)
      .join("")
      .trim();
    if (meant === undefined || (word === "is" && !/^['"]|^\S*[./]\S*$/.test(object))) continue;
    words[at] = meant;
    return words.join("");
  }
  return text;
};

/** Words behind a path are hardly a part of it, unless they end like a path. */
const exists: Mend = (text) =>
  /^(?:not\s+)?file:(?:\S+|\S.*(?:\.\w+|['"/]))$/s.test(text) &&
  !/\s(?:exists|contains|matches|equals|json)(?:\s|$)/.test(text)
    ? `${text} exists`
    : text;

const nothingAfterExists: Mend = (text) =>
  text.replace(/^((?:not\s+)?file:.*?\sexists)\s(?!(?:and|or|&&)\s).*$/s, "$1");

/** A text without quotes, with one that does not close, or with bare quotes inside. */
const quotes: Mend = (text) => {
  const found = /^((?:not\s+)?(?:file:.*?|output)\s+contains\s+)(.*)$/s.exec(text);
  if (!found) return text;
  const [, before, object] = found as unknown as [string, string, string];
  const sign = /^['"]/.exec(object)?.[0];
  if (sign === undefined) return before + quote(object);
  const inside = object.slice(1, object.length > 1 && object.endsWith(sign) ? -1 : undefined);
  // Two texts are not one.
  if (/['"]\s*(?:,|and|or|&&)\s*['"]/.test(inside)) return text;
  if (inside === "")
    return before.replace(/\s+contains\s+$/, before.includes("file:") ? " exists" : " contains ");
  return before + quote(inside.replaceAll(`\\${sign}`, sign));
};

const regex: Mend = (text) => {
  const found = /^((?:not\s+)?(?:file:.*?|output)\s+matches\s+)(.*)$/s.exec(text);
  if (!found) return text;
  const [, before, object] = found as unknown as [string, string, string];
  const quoted = /^(['"])(.*)\1$/s.exec(object)?.[2];
  const written = quoted ?? object;
  // In quotes with its slashes, it is a regex all the same; with one slash, that is what it looks for.
  const end = written.startsWith("/") ? written.lastIndexOf("/") : -1;
  if (end === -1 || (end === 0 && quoted !== undefined)) return `${before}/${written}/`;
  if (end === 0) return `${before}${written}/`;
  const flags = written.slice(end + 1);
  return before + written.slice(0, end + 1) + regexFlags.filter((flag) => flags.includes(flag)).join("");
};

/** Backslashes and a leading slash of a path; what follows a quote is left alone. */
const path: Mend = (text) => {
  const found = /^((?:not\s+)?(?:file|no-file|diff):)(\s*only\s+)?([^'"]*)/.exec(text);
  if (!found) return text;
  const [all, before, only = "", names] = found as unknown as [string, string, string | undefined, string];
  const verbAt = names.search(/\smatches\s/);
  const name = verbAt === -1 ? names : names.slice(0, verbAt);
  const mended = name.replaceAll("\\", "/").replace(/^\/+(?=[^/])/, "");
  return before + only + mended + names.slice(name.length) + text.slice(all.length);
};

/** A comma or a comment behind a path. */
const looseEnd: Mend = (text) => {
  const found = /^((?:not\s+)?(?:file|no-file|diff):)(.*?)(\s+exists)?$/s.exec(text);
  if (!found || isQuoted(found[2]!.trim())) return text;
  return found[1]! + withoutLoose(found[2]!) + (found[3] ?? "");
};

/** What is said of how a command ends. */
const ends: Mend = (text) => {
  const found = /^(not\s+)?test:(.*)$/s.exec(text);
  const end = found && endSaid(found[2]!);
  if (!end) return text;
  return `${(found[1] !== undefined) === end.fails ? "" : "not "}test:${end.command}`;
};

/** Quotes around a whole command. */
const unquoted: Mend = (text) => {
  const found = /^((?:not\s+)?test:\s*)(.*?)(?:\s+passes)?$/s.exec(text);
  const command = found && quotedCommand(found[2]!);
  return command ? found[1]! + command : text;
};

/**
 * Files named by a glob: the shell finds those of one folder, `find` those at any depth; for a change there is the
 * folder.
 */
const stars: Mend = (text) => {
  const inside = /^(not\s+)?diff:\s*([\w./@-]+\/)\*{1,2}$/.exec(text);
  if (inside) return `${inside[1] ?? ""}diff:${inside[2]}`;
  const found = /^(not\s+)?(?:(no-)file:|file:(?=.*\sexists$))\s*([\w./@*][\w./@*-]*)(?:\s+exists)?$/.exec(
    text,
  );
  const [, not, no, glob] = found ?? [];
  if (glob === undefined || !glob.includes("*")) return text;
  const lead = (not === undefined) === (no === undefined) ? "" : "not ";
  if (!glob.includes("**")) return `${lead}test:ls -d ${glob}`;
  const deep = /^(?:([\w.@-][\w./@-]*)\/)?\*\*(?:\/([\w.@-]*\*?[\w.@-]*))?$/.exec(glob);
  if (!deep) return text;
  const [, folder = ".", name = ""] = deep;
  return `${lead}test:find ${folder} ${name === "" || name === "*" ? "-type f" : `-name '${name}'`} | grep -q .`;
};

/** Globs in a row. */
const braces: Mend = (text) => {
  const found = /^((?:not\s+)?diff:only\s+)([^'"{}]+)$/.exec(text);
  if (!found) return text;
  const globs = found[2]!.split(anySeparator).filter((glob) => glob !== "");
  return globs.length > 1 ? `${found[1]}{${globs.join(",")}}` : text;
};

const limit: Mend = (text) =>
  text
    .replace(
      /^((?:not\s+)?(?:cost|turns))(?:\s*(?:<=|=<|≤|<|==|=|:|is))?\s*(?:\$\s*)?(\d*\.?\d+)\s*(?:usd|\$|turns)?$/i,
      "$1 <= $2",
    )
    .replace("<= .", "<= 0.");

const json: Mend = (text) => {
  const found = /^((?:not\s+)?file:.*?\sjson)\s+(\S+?)\s*={1,3}\s*(.*)$/s.exec(text);
  if (!found) return text;
  const [, before, pointer, value] = found as unknown as [string, string, string, string];
  if (anotherIn(value, (all) => all)) return text;
  const names = pointer.startsWith("/") ? pointer : `/${pointer.replace(/^\$?\.?/, "").replaceAll(".", "/")}`;
  return `${before} ${names} = ${asJson(value)}`;
};

function asJson(value: string): string {
  try {
    JSON.parse(value);
    return value;
  } catch {
    return JSON.stringify(value.replace(/^'(.*)'$/s, "$1"));
  }
}

const mends: readonly Mend[] = [
  straightQuotes,
  negation,
  folder,
  firstWord,
  prefix,
  added,
  absence,
  content,
  verb,
  exists,
  nothingAfterExists,
  path,
  looseEnd,
  ends,
  unquoted,
  stars,
  braces,
  quotes,
  regex,
  limit,
  json,
];
