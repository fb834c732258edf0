import { expect, test } from "vitest";
import { readSuite } from "./read-suite.ts";

async function messageOf(text: string): Promise<string> {
  try {
    await readSuite({ text, file: "bench/hold.json" });
    return "fine";
  } catch (error) {
    return (error as Error).message;
  }
}

const head = '{\n  "name": "hold",\n';
const inCase = (fields: string) => `${head}  "cases": [\n    { "id": "rename", ${fields} }\n  ]\n}`;
const full = '"prompt": "p", "expect": ["file:a exists"]';
const inSuite = (fields: string) => `${head}  ${fields},\n  "cases": [{ "id": "rename", ${full} }]\n}`;

/** One mistake each: its name, the suite, and what is said without the place and the closing line. */
const mistakes: [name: string, text: string, place: string, message: string, hint?: string][] = [
  ["an empty file", "", "1:1", "the file is empty", 'a suite is an object with "name" and "cases"'],
  ["a list", "[]", "1:1", "a suite must be an object, not a list", 'write { "name": "…", "cases": […] }'],
  [
    "a name without quotes",
    '{ "name": "x",\n  cases: [] }',
    "2:3",
    'this is not JSON (at "cases")',
    'names and texts stand in double quotes: "cases"',
  ],
  [
    "signs that mean nothing",
    '{ "name": @ }',
    "1:11",
    'this is not JSON (at "@")',
    "texts stand in double quotes; numbers, true, false, null, lists and objects as they are",
  ],
  ["a comma too few", '{\n  "name": "x"\n  "cases": []\n}', "3:3", 'a "," is missing (at "\\"cases\\"")'],
  ["a quote that does not close", '{ "name": "x\n}', "1:11", 'the quote does not close (at "\\"x")'],
  [
    "single quotes",
    "{ 'name': 'x' }",
    "1:3",
    "this is not JSON (at \"'name'\")",
    'texts and names stand in straight double quotes: "',
  ],
  [
    "NaN",
    inSuite('"defaults": { "budget": NaN }'),
    "3:27",
    'this is not JSON (at "NaN")',
    "JSON knows numbers, texts, true, false and null",
  ],
  ["a comment that does not close", `{} /* x`, "1:4", 'the comment does not close (at "/* x")'],
  ["brackets without end", `${"[".repeat(100_000)}`, "1:33", "brackets are nested more than 32 deep"],
  [
    "a field twice",
    inSuite('"model": "a", "model": "b"'),
    "3:17",
    '"model" stands twice',
    "leave out one of them",
  ],
  [
    "a field twice in a case",
    inCase(`${full}, "prompt": "q"`),
    "4:67",
    'case "rename": "prompt" stands twice',
    "leave out one of them",
  ],
  ["__proto__", inSuite('"__proto__": { "a": 1 }'), "3:3", 'the name "__proto__" is not allowed'],
  [
    "__proto__ in files",
    inSuite('"files": { "__proto__": "x" }'),
    "3:14",
    'the name "__proto__" is not allowed',
  ],
  ["no name", `{ "cases": [{ "id": "a", ${full} }] }`, "1:1", '"name" is missing', "it must be a text"],
  [
    "an empty name",
    `{ "name": " ", "cases": [{ "id": "a", ${full} }] }`,
    "1:11",
    "the name is empty",
    'write one, as in "core-refactors"',
  ],
  ["no cases", '{ "name": "x" }', "1:1", '"cases" is missing', "it must be a list of cases"],
  [
    "empty cases",
    '{ "name": "x", "cases": [] }',
    "1:25",
    '"cases" is empty',
    "it must be a list of cases, at least one",
  ],
  [
    "cases as an object",
    '{ "name": "x", "cases": {} }',
    "1:25",
    '"cases" must be a list of cases, not an object',
  ],
  [
    "a case that is a text",
    '{ "name": "x", "cases": ["a"] }',
    "1:26",
    'case 1: a case must be an object, not the text "a"',
    'write { "id": "…", "prompt": "…", "expect": […] }',
  ],
  [
    "an unknown field",
    inSuite('"desciption": "x"'),
    "3:3",
    'unknown field "desciption"',
    'did you mean "description"?',
  ],
  [
    "a field near nothing",
    inSuite('"zzz": 1'),
    "3:3",
    'unknown field "zzz"',
    "known fields are $schema, name, description, model, defaults, workspace, setup, files, hidden, protect, solution, agent, runs, tags, env, network, gate, cases",
  ],
  [
    "an unknown field of a case",
    inCase(`${full}, "expected": []`),
    "4:67",
    'case "rename": unknown field "expected"',
    'did you mean "expect"?',
  ],
  [
    "a limit at the top",
    inSuite('"budget": 1'),
    "3:3",
    '"budget" does not belong here',
    'put it into "defaults", or into a case',
  ],
  [
    "an addition in defaults",
    inSuite('"defaults": { "runs": 3 }'),
    "3:17",
    '"runs" does not belong here',
    "put it at the top of the suite, or into a case",
  ],
  [
    "an unknown default",
    inSuite('"defaults": { "timout": 3 }'),
    "3:17",
    'unknown field "timout"',
    'did you mean "timeout"?',
  ],
  [
    "cases inside a case",
    inCase(`${full}, "cases": []`),
    "4:67",
    'case "rename": "cases" does not belong here',
    "put it at the top of the suite",
  ],
  ["no id", `${head}"cases": [{ ${full} }] }`, "3:11", 'case 1: "id" is missing', "it must be a text"],
  [
    "an empty id",
    `${head}"cases": [{ "id": "", ${full} }] }`,
    "3:19",
    "case 1: the id is empty",
    'write one, as in "extract-auth"',
  ],
  [
    "an id with a slash",
    `${head}"cases": [{ "id": "a/b", ${full} }] }`,
    "3:19",
    'case "a/b": the id "a/b" has a path separator in it',
    'write "a-b"',
  ],
  [
    "an id with a control character",
    `${head}"cases": [{ "id": "a\\u0007", ${full} }] }`,
    "3:19",
    'case "a\\u0007": the id "a\\u0007" has a control or invisible character in it',
  ],
  [
    "an id that is a path",
    `${head}"cases": [{ "id": "..", ${full} }] }`,
    "3:19",
    'case "..": the id ".." is a path',
    'write a name, as in "extract-auth"',
  ],
  [
    "an id that is too long",
    `${head}"cases": [{ "id": "${"x".repeat(101)}", ${full} }] }`,
    "3:19",
    `case "${"x".repeat(100)}": the id has 101 characters, more than 100`,
  ],
  [
    "an id with blanks at its ends",
    `${head}"cases": [{ "id": "a ", ${full} }] }`,
    "3:19",
    'case "a ": the id "a " begins or ends with a blank',
    'write "a"',
  ],
  [
    "a number as id",
    `${head}"cases": [{ "id": 7, ${full} }] }`,
    "3:19",
    'case 1: "id" must be a text, not 7',
  ],
  [
    "an id twice",
    `${head}"cases": [{ "id": "a", ${full} },\n{ "id": "a", ${full} },\n{ "id": "a-2", ${full} }] }`,
    "4:9",
    'case "a": the id "a" is that of case 1 already',
    'ids are unique; "a-3" is free',
  ],
  [
    "no prompt",
    inCase('"expect": ["diff:a"]'),
    "4:5",
    'case "rename": "prompt" is missing',
    "it must be a text",
  ],
  [
    "an empty prompt",
    inCase('"prompt": "\\n", "expect": ["diff:a"]'),
    "4:33",
    'case "rename": the prompt is empty',
    "write what the agent is to do",
  ],
  [
    "no expect",
    inCase('"prompt": "p"'),
    "4:5",
    'case "rename": "expect" is missing',
    "it must be a list of expectations",
  ],
  [
    "empty expect",
    inCase('"prompt": "p", "expect": []'),
    "4:48",
    'case "rename": "expect" is empty',
    "it must be a list of expectations, at least one",
  ],
  [
    "expect as a text",
    inCase('"prompt": "p", "expect": "diff:a"'),
    "4:48",
    'case "rename": "expect" must be a list of expectations, not the text "diff:a"',
    'write ["diff:a"]',
  ],
  [
    "an expectation that is a number",
    inCase('"prompt": "p", "expect": [1]'),
    "4:49",
    'case "rename", expectation 1: item 1 of "expect" must be a text, not 1',
  ],
  [
    "an unknown expectation",
    inCase('"prompt": "p", "expect": ["files:src/a.ts exists"]'),
    "4:49",
    'case "rename", expectation 1: unknown expectation "files:src/a.ts exists"',
    'did you mean "file:src/a.ts exists"?',
  ],
  [
    "a path that leaves the workspace",
    inCase('"prompt": "p", "expect": ["diff:a", "file:../a exists"]'),
    "4:59",
    'case "rename", expectation 2: the path "../a" has ".." in it, so it could leave the workspace',
    'paths are relative to the workspace, with "/" between their parts',
  ],
  [
    "a regex that does not parse",
    inCase('"prompt": "p", "expect": ["file:a matches /(/"]'),
    "4:49",
    'case "rename", expectation 1: the regex does not parse: missing closing ): (',
    "RE2 syntax; a sign that stands for itself has a backslash before it: \\(",
  ],
  [
    "a regex with lookahead",
    inCase('"prompt": "p", "expect": ["file:a matches /(?!x)/"]'),
    "4:49",
    'case "rename", expectation 1: the regex does not parse: invalid or unsupported Perl syntax: (?!',
    "RE2 syntax has no lookahead and no lookbehind",
  ],
  [
    "a quote in an expectation that does not close",
    inCase(`"prompt": "p", "expect": ["file:a contains 'x"]`),
    "4:49",
    `case "rename", expectation 1: the quote ' does not close`,
    `did you mean "file:a contains 'x'"?`,
  ],
  [
    "typographic quotes",
    inCase(`"prompt": "p", "expect": ["file:a contains ‘x’"]`),
    "4:49",
    `case "rename", expectation 1: the quote ‘ is not a straight one`,
    `did you mean "file:a contains 'x'"?`,
  ],
  [
    "a negative budget",
    inCase(`${full}, "budget": -1`),
    "4:77",
    'case "rename": "budget" must be a number of dollars, more than 0 and at most 10,000, not -1',
  ],
  [
    "a budget of zero",
    inCase(`${full}, "budget": 0`),
    "4:77",
    'case "rename": "budget" must be a number of dollars, more than 0 and at most 10,000, not 0',
  ],
  [
    "a budget of next to nothing",
    inCase(`${full}, "budget": 1e-9`),
    "4:77",
    'case "rename": "budget" must be a number of dollars, more than 0 and at most 10,000, not 1e-9',
    "the least is 0.000001",
  ],
  [
    "a time of next to nothing",
    inSuite('"gate": { "maxTime": 0.0001 }'),
    "3:24",
    '"maxTime" must be a number of seconds, more than 0 and at most 604,800 (7 days), not 0.0001',
    "the least is 0.001",
  ],
  [
    "an absurd budget",
    inSuite('"defaults": { "budget": 1e6 }'),
    "3:27",
    '"budget" must be a number of dollars, more than 0 and at most 10,000, not 1000000',
  ],
  [
    "an endless budget",
    inSuite('"defaults": { "budget": 1e999 }'),
    "3:27",
    '"budget" must be a number of dollars, more than 0 and at most 10,000, not Infinity',
  ],
  [
    "a budget as a text",
    inSuite('"defaults": { "budget": "$3.00" }'),
    "3:27",
    '"budget" must be a number of dollars, more than 0 and at most 10,000, not the text "$3.00"',
    "write 3.00",
  ],
  [
    "a negative timeout",
    inSuite('"defaults": { "timeout": -5 }'),
    "3:28",
    '"timeout" must be a number of seconds, more than 0 and at most 604,800 (7 days), not -5',
  ],
  [
    "a timeout as a text",
    inCase(`${full}, "timeout": "120s"`),
    "4:78",
    'case "rename": "timeout" must be a number of seconds, more than 0 and at most 604,800 (7 days), not the text "120s"',
    "write 120",
  ],
  [
    "an absurd timeout",
    inCase(`${full}, "timeout": 9e9`),
    "4:78",
    'case "rename": "timeout" must be a number of seconds, more than 0 and at most 604,800 (7 days), not 9000000000',
  ],
  [
    "a limit of null",
    inCase(`${full}, "budget": null`),
    "4:77",
    'case "rename": "budget" must be a number of dollars, more than 0 and at most 10,000, not null',
  ],
  ["half a run", inSuite('"runs": 1.5'), "3:11", '"runs" must be a whole number from 1 to 1,000, not 1.5'],
  ["no runs", inSuite('"runs": 0'), "3:11", '"runs" must be a whole number from 1 to 1,000, not 0'],
  [
    "a gate that is misspelled",
    inSuite('"gate": { "marign": 0.1 }'),
    "3:13",
    'unknown field "marign"',
    'did you mean "margin"?',
  ],
  [
    "a gate in a case",
    inCase(`${full}, "gate": {}`),
    "4:67",
    'case "rename": "gate" does not belong here',
    "put it at the top of the suite",
  ],
  [
    "a gate of another kind",
    inSuite('"gate": { "failOn": "always" }'),
    "3:23",
    '"failOn" must be "regression" or "doubt", not the text "always"',
  ],
  [
    "a margin in percent",
    inSuite('"gate": { "margin": 5 }'),
    "3:23",
    '"margin" must be a number from 0 to 0.5, not 5',
  ],
  [
    "a coverage beyond 1",
    inSuite('"gate": { "minCoverage": 90 }'),
    "3:28",
    '"minCoverage" must be a share from 0 to 1, not 90',
  ],
  [
    "defaults as a number",
    inSuite('"defaults": 3'),
    "3:15",
    '"defaults" must be an object with "budget" and "timeout", not 3',
  ],
  ["a number as model", inSuite('"model": 5'), "3:12", '"model" must be a text, the id of a model, not 5'],
  [
    "setup as a text",
    inSuite('"setup": "npm ci"'),
    "3:12",
    '"setup" must be a list of commands, not the text "npm ci"',
    'write ["npm ci"]',
  ],
  [
    "an empty command",
    inSuite('"setup": ["a", " "]'),
    "3:18",
    "the command is empty",
    "write one, or leave it out",
  ],
  [
    "a file that leaves the workspace",
    inSuite('"files": { "../a": "x" }'),
    "3:14",
    'the path "../a" has ".." in it, so it could leave the workspace',
    'paths are relative to the workspace, with "/" between their parts',
  ],
  [
    "an absolute file",
    inCase(`${full}, "files": { "/etc/passwd": "x" }`),
    "4:78",
    'case "rename": the path "/etc/passwd" is absolute, so it leaves the workspace',
    'paths are relative to the workspace, with "/" between their parts',
  ],
  [
    "a file in too many folders",
    inSuite(`"files": { "${"a/".repeat(64)}b": "x" }`),
    "3:14",
    `the path "${"a/".repeat(64)}b" has 65 parts, more than 64`,
  ],
  ["a file that is no text", inSuite('"files": { "a": 1 }'), "3:19", 'the text of "a" must be a text, not 1'],
  [
    "files as a list",
    inSuite('"files": ["a"]'),
    "3:12",
    '"files" must be an object, path to text, not a list',
  ],
  ["a file twice", inSuite('"files": { "a": "x", "./a": "y" }'), "3:24", 'the file "./a" is there twice'],
  [
    "a file in a file",
    inSuite('"files": { "a": "x", "a/b": "y" }'),
    "3:24",
    'the file "a/b" cannot be there, since "a" is a file',
  ],
  [
    "an absolute hidden folder",
    inSuite('"hidden": "/srv/hidden"'),
    "3:13",
    'the path "/srv/hidden" is absolute',
    'paths are relative to the suite file, with "/" between their parts',
  ],
  [
    "a hidden folder that is not there",
    inSuite('"hidden": "nowhere"'),
    "3:13",
    '"hidden" names "nowhere", and there is no such folder',
    "paths are relative to the suite file",
  ],
  [
    "a solution that is not there",
    inCase(`${full}, "solution": "nowhere.patch"`),
    "4:79",
    'case "rename": "solution" names "nowhere.patch", and there is no such folder or file',
    "paths are relative to the suite file",
  ],
  [
    "a workspace that is not there",
    inSuite('"workspace": "../nowhere"'),
    "3:16",
    '"workspace" names "../nowhere", and there is no such folder',
    "paths are relative to the suite file",
  ],
  [
    "an absolute workspace",
    inSuite('"workspace": "/"'),
    "3:16",
    'the workspace "/" is not a relative path with "/" between its parts',
    "a workspace is a folder relative to the suite file, or a git repository with #ref",
  ],
  [
    "a workspace that is a command",
    inSuite('"workspace": "ext::sh -c x"'),
    "3:16",
    'the workspace "ext::sh -c x" has an address that git is not asked for',
    "https, ssh, git and file addresses are",
  ],
  [
    "a ref that is an option",
    inSuite('"workspace": "https://example.com/a#--upload-pack=x"'),
    "3:16",
    'the ref "--upload-pack=x" of the workspace is not a branch, tag or commit',
  ],
  [
    "a password in an address",
    inSuite('"workspace": "https://u:secret@example.com/a"'),
    "3:16",
    "the address of the workspace has a password in it",
    "leave it to git's own credentials",
  ],
  [
    "a glob that leaves the workspace",
    inSuite('"protect": ["../**"]'),
    "3:15",
    'the glob "../**" has ".." in it, so it could leave the workspace',
    'globs are relative to the workspace, with "/" between their parts',
  ],
  [
    "a glob that takes something out",
    inSuite('"protect": ["test/**", "!test/t.js"]'),
    "3:26",
    'the glob "!test/t.js" begins with "!", and a glob takes nothing out of another one',
    'name what is to be put back alone; a name that begins with "!" is written "./!test/t.js"',
  ],
  [
    "a value in env",
    inSuite('"env": ["TOKEN=abc"]'),
    "3:11",
    '"env" gives a value to TOKEN; suites name variables, they never hold values',
    'write "TOKEN", and set it where the suite is run',
  ],
  [
    "env as an object",
    inSuite('"env": { "TOKEN": "abc" }'),
    "3:10",
    '"env" must be a list of names, not an object',
  ],
  [
    "a bad name in env",
    inSuite('"env": ["1A"]'),
    "3:11",
    '"1A" is not a name of an environment variable',
    "names have letters, digits and _, and do not begin with a digit",
  ],
  [
    "an unknown network",
    inSuite('"network": "off"'),
    "3:14",
    '"network" must be "none", "gateway" or "full", not the text "off"',
    'write "none"',
  ],
  [
    "a boolean network",
    inSuite('"network": true'),
    "3:14",
    '"network" must be "none", "gateway" or "full", not true',
    '"none" reaches nothing, "gateway" the models alone, "full" everything',
  ],
  [
    "a network that is on",
    inSuite('"network": "on"'),
    "3:14",
    '"network" must be "none", "gateway" or "full", not the text "on"',
    '"none" reaches nothing, "gateway" the models alone, "full" everything',
  ],
  ["an empty tag", inSuite('"tags": [""]'), "3:12", "the tag is empty", "write one, or leave it out"],
  [
    "an empty agent",
    inCase(`${full}, "agent": ""`),
    "4:76",
    'case "rename": the agent is empty',
    "write one, or leave it out",
  ],
];

test.each(mistakes)("%s", async (_name, text, place, message, hint) => {
  const start = `bench/hold.json:${place}`;
  const lines = [`${start}  ${message}`];
  if (hint !== undefined) lines.push(`${" ".repeat(start.length)}  ${hint}`);
  expect(await messageOf(text)).toBe([...lines, "1 problem. Nothing was run."].join("\n"));
});

test("all mistakes come at once, in the order in which they stand", async () => {
  const text = `{
  "nmae": "hold",
  "defaults": { "budget": "2" },
  "cases": [
    { "id": "a", "prompt": "", "expect": ["tset:npm test", "file:a exists", "cost < 1"] },
    { "id": "a", "prompt": "p", "expect": [], "network": "nome" }
  ]
}`;
  expect(await messageOf(text)).toBe(`bench/hold.json:1:1  "name" is missing
                     it must be a text
bench/hold.json:2:3  unknown field "nmae"
                     did you mean "name"?
bench/hold.json:3:27  "budget" must be a number of dollars, more than 0 and at most 10,000, not the text "2"
                      write 2
bench/hold.json:5:28  case "a": the prompt is empty
                      write what the agent is to do
bench/hold.json:5:43  case "a", expectation 1: unknown expectation "tset:npm test"
                      did you mean "test:npm test"?
bench/hold.json:5:77  case "a", expectation 3: "cost" is not followed by "<=" and a number of dollars from 0 to 1000000
                      did you mean "cost <= 1"?
bench/hold.json:6:13  case "a": the id "a" is that of case 1 already
                      ids are unique; "a-2" is free
bench/hold.json:6:43  case "a": "expect" is empty
                      it must be a list of expectations, at least one
bench/hold.json:6:58  case "a": "network" must be "none", "gateway" or "full", not the text "nome"
                      write "none"
9 problems. Nothing was run.`);
});

test("an object whose length cannot be compared is told as what it is: no list", async () => {
  const text = `{ "name": "hold", "cases": { "length": { "toString": "a", "valueOf": 1 } } }`;
  expect(await messageOf(text)).toContain('"cases" must be a list');
});

test("an id that a terminal would obey is shown, not obeyed", async () => {
  const text = `{ "name": "hold", "cases": [{ "id": "a\u009b2J\u202e", "prompt": "p", "expect": [] }] }`;
  const message = await messageOf(text);
  expect(message).toContain('case "a\\u009b2J\\u202e"');
  expect(message.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e]/u);
});
