import { expect, test } from "vitest";
import type { Expectation } from "./expectation.ts";
import { parseExpectation } from "./parse-expectation.ts";

const read = (text: string) => {
  const parsed = parseExpectation(text);
  return parsed.ok ? parsed.expectation : parsed.problem;
};

/** The forms of the format's description, in its words. */
const described: [string, string, Expectation][] = [
  ["file:<path> exists", "file:src/auth.ts exists", { kind: "file-exists", path: "src/auth.ts" }],
  [
    "file:<path> contains '<string>'",
    "file:src/auth.ts contains 'export function'",
    { kind: "file-contains", path: "src/auth.ts", text: "export function" },
  ],
  [
    "file:<path> matches /<regex>/",
    "file:src/auth.ts matches /export (async )?function/",
    { kind: "file-matches", path: "src/auth.ts", pattern: "export (async )?function", flags: "" },
  ],
  ["test:<command>", "test:npm test", { kind: "test", command: "npm test" }],
  ["test:<command> passes", "test:npm test passes", { kind: "test", command: "npm test" }],
  ["diff:<path>", "diff:src/auth.ts", { kind: "diff", path: "src/auth.ts" }],
  ["no-file:<path>", "no-file:src/old.ts", { kind: "no-file", path: "src/old.ts" }],
];

test.each(described)("%s", (_form, text, expectation) => {
  expect(read(text)).toEqual(expectation);
});

test.each<[string, Expectation]>([
  ["not file:a exists", { kind: "not", of: { kind: "file-exists", path: "a" } }],
  ["not test:npm test passes", { kind: "not", of: { kind: "test", command: "npm test" } }],
  ["file:a equals b c.txt", { kind: "file-equals", path: "a", other: "b c.txt" }],
  ["file:p.json json /a/b = 1", { kind: "file-json", path: "p.json", pointer: "/a/b", value: 1 }],
  ['file:p.json json /a b = "x = 5"', { kind: "file-json", path: "p.json", pointer: "/a b", value: "x = 5" }],
  ["file:p.json json = []", { kind: "file-json", path: "p.json", pointer: "", value: [] }],
  ["file:p.json json '/a = b' = null", { kind: "file-json", path: "p.json", pointer: "/a = b", value: null }],
  ["output contains 'done'", { kind: "output-contains", text: "done" }],
  ["output matches /^Done\\.$/im", { kind: "output-matches", pattern: "^Done\\.$", flags: "im" }],
  ["diff:only src/**", { kind: "diff-only", glob: "src/**" }],
  ["cost <= 0.50", { kind: "cost", atMost: 0.5 }],
  ["cost<=1", { kind: "cost", atMost: 1 }],
  ["turns <= 20", { kind: "turns", atMost: 20 }],
  [
    "judge:The names are clear: all of them",
    { kind: "judge", criterion: "The names are clear: all of them" },
  ],
])("addition: %s", (text, expectation) => {
  expect(read(text)).toEqual(expectation);
});

test.each<[string, string, Expectation]>([
  ["spaces around it", "  file:a exists \n", { kind: "file-exists", path: "a" }],
  ["a space after the colon", "file: a  exists", { kind: "file-exists", path: "a" }],
  ["a path with spaces", "file:my notes.md exists", { kind: "file-exists", path: "my notes.md" }],
  ["a path in quotes", "file:'a exists' exists", { kind: "file-exists", path: "a exists" }],
  ["a path that ends in exists", "file:a exists exists", { kind: "file-exists", path: "a exists" }],
  [
    "a path with a word of ours",
    "file:my json file.txt exists",
    { kind: "file-exists", path: "my json file.txt" },
  ],
  ["an apostrophe in a path", "file:it's.md exists", { kind: "file-exists", path: "it's.md" }],
  [
    "brackets, braces and question marks in a name",
    "no-file:app/[id]/{a,b}?.tsx",
    { kind: "no-file", path: "app/[id]/{a,b}?.tsx" },
  ],
  ["a star in a text", "file:a contains '*'", { kind: "file-contains", path: "a", text: "*" }],
  ["a folder", "file:dist/ exists", { kind: "file-exists", path: "dist/" }],
  ["dots and doubled slashes", "file:./a//b/./c exists", { kind: "file-exists", path: "a/b/c" }],
  [
    "unicode",
    "file:größe/日本.ts contains '✓ ok'",
    { kind: "file-contains", path: "größe/日本.ts", text: "✓ ok" },
  ],
  [
    "exists in the text",
    "file:a contains 'it exists'",
    { kind: "file-contains", path: "a", text: "it exists" },
  ],
  ["an escaped quote", "file:a contains 'it\\'s'", { kind: "file-contains", path: "a", text: "it's" }],
  ["double quotes", 'file:a contains "it\'s"', { kind: "file-contains", path: "a", text: "it's" }],
  [
    "other backslashes stay",
    "file:a contains '\\d\\\\n'",
    { kind: "file-contains", path: "a", text: "\\d\\\\n" },
  ],
  ["a backslash at the end", "file:a contains 'C:\\\\'", { kind: "file-contains", path: "a", text: "C:\\" }],
  ["spaces in the text", "file:a contains ' x '", { kind: "file-contains", path: "a", text: " x " }],
  [
    "slashes in a regex",
    "file:a matches /src/a\\/b/",
    { kind: "file-matches", path: "a", pattern: "src/a\\/b", flags: "" },
  ],
  [
    "flags in any order",
    "file:a matches /x/si",
    { kind: "file-matches", path: "a", pattern: "x", flags: "is" },
  ],
  ["colons in a command", "test:npm run test:unit", { kind: "test", command: "npm run test:unit" }],
  ["passes is meant", "test:./check passes passes", { kind: "test", command: "./check passes" }],
  ["passes in quotes is meant", "test:grep 'passes'", { kind: "test", command: "grep 'passes'" }],
  ["a word that ends like passes", "test:./bypasses", { kind: "test", command: "./bypasses" }],
  ["a command over lines", "test:a &&\nb passes", { kind: "test", command: "a &&\nb" }],
  ["a file called only", "diff:'only'", { kind: "diff", path: "only" }],
  ["a path that ends in a word of ours", "no-file:'it exists'", { kind: "no-file", path: "it exists" }],
  ["a path that holds and", "no-file:salt and pepper", { kind: "no-file", path: "salt and pepper" }],
  [
    "a folder that holds and",
    "file:docs/salt and pepper/how to.md exists",
    { kind: "file-exists", path: "docs/salt and pepper/how to.md" },
  ],
  ["a path that holds a comma", "no-file:a, b.txt", { kind: "no-file", path: "a, b.txt" }],
  ["a name with a dot and a comma", "diff:v1.2, final.md", { kind: "diff", path: "v1.2, final.md" }],
  ["a name that ends in knot", "file:the knot exists", { kind: "file-exists", path: "the knot" }],
  ["a path with not in it", "file:do not read.md exists", { kind: "file-exists", path: "do not read.md" }],
  ["a path that contains", "no-file:what it contains.md", { kind: "no-file", path: "what it contains.md" }],
  ["a glob in quotes", "diff:only '!a'", { kind: "diff-only", glob: "!a" }],
  ["a first part without an extension", "no-file:a, b.ts and c", { kind: "no-file", path: "a, b.ts and c" }],
  ["parts with blanks", "no-file:see a.ts and b c", { kind: "no-file", path: "see a.ts and b c" }],
  ["parts in two folders", "no-file:docs/salt, pepper/x", { kind: "no-file", path: "docs/salt, pepper/x" }],
  ["words without extensions", "no-file:read me first.md", { kind: "no-file", path: "read me first.md" }],
  ["one word with an extension", "diff:my file.txt", { kind: "diff", path: "my file.txt" }],
  ["a version", "no-file:v1.2b final.md", { kind: "no-file", path: "v1.2b final.md" }],
  ["a comma inside a name", "no-file:main.c,v", { kind: "no-file", path: "main.c,v" }],
  ["a name that ends in is", "no-file:what it is", { kind: "no-file", path: "what it is" }],
  ["a number sign in a name", "no-file:take # 2.md", { kind: "no-file", path: "take # 2.md" }],
  ["a name with a capital after a dot", "diff:St.John and Paul", { kind: "diff", path: "St.John and Paul" }],
  ["files in quotes", "no-file:'a.ts b.ts'", { kind: "no-file", path: "a.ts b.ts" }],
  ["a closing comma in quotes", "no-file:'a.ts,'", { kind: "no-file", path: "a.ts," }],
  ["a comment in quotes", "no-file:'a.ts # x'", { kind: "no-file", path: "a.ts # x" }],
  ["a closing not in quotes", "diff:'a.ts not'", { kind: "diff", path: "a.ts not" }],
  ["a test in quotes", "no-file:'a.ts test:true'", { kind: "no-file", path: "a.ts test:true" }],
  [
    "two that exist in quotes",
    "file:'a exists and b' exists",
    { kind: "file-exists", path: "a exists and b" },
  ],
  [
    "an expectation in a text",
    "file:a contains 'x and file:b exists'",
    { kind: "file-contains", path: "a", text: "x and file:b exists" },
  ],
  ["a list in quotes", "no-file:'old.ts, a'", { kind: "no-file", path: "old.ts, a" }],
  ["not in quotes", "file:'why not' exists", { kind: "file-exists", path: "why not" }],
  ["a verb in quotes", `no-file:"a contains 'x'"`, { kind: "no-file", path: "a contains 'x'" }],
  ["an expectation in quotes", "diff:'a and file:b'", { kind: "diff", path: "a and file:b" }],
  ["a path with a colon", "no-file:my file: part 1", { kind: "no-file", path: "my file: part 1" }],
])("%s", (_what, text, expectation) => {
  expect(read(text)).toEqual(expectation);
});

test.each([
  ["", "the expectation is empty"],
  ["files:src/a.ts exists", 'unknown expectation "files:src/a.ts exists"'],
  ["file:", "the path is missing"],
  ["file: exists", 'nothing is said about the file "exists"'],
  ["file:a", 'nothing is said about the file "a"'],
  ["file:a exists now", '"now" follows "exists"'],
  ["file:a contains x", "the text to look for has no quotes"],
  ["file:a contains 'x", "the quote ' does not close"],
  ["file:a contains 'x' exists", '"exists" follows the closing quote'],
  ["file:a contains 'it's'", '"s\'" follows the closing quote'],
  ["file:a contains ''", "the text to look for is empty, so everything would hold it"],
  ["file:a contains ‘x’", "the quote ‘ is not a straight one"],
  ["file:'a exists", "the quote ' around the path does not close"],
  ["file:a matches x", "the regex does not stand between slashes"],
  ["file:a matches /x", "the slash of the regex does not close"],
  ["file:a matches //", "the regex is empty"],
  ["file:a matches /x/g", '"g" after the closing slash are not flags'],
  ["file:a matches /x/ii", '"ii" after the closing slash are not flags'],
  ["file:a matches /(x/", "the regex does not parse: missing closing ): (x"],
  ["file:a matches /(?=x)/", "the regex does not parse: invalid or unsupported Perl syntax: (?="],
  ["file:../a exists", 'the path "../a" has ".." in it, so it could leave the workspace'],
  ["file:a/../b exists", 'the path "a/../b" has ".." in it, so it could leave the workspace'],
  ["file:/etc/passwd exists", 'the path "/etc/passwd" is absolute, so it leaves the workspace'],
  ["file:~/a exists", 'the path "~/a" names a home folder, so it leaves the workspace'],
  ["file:a\\b exists", 'the path "a\\\\b" has a "\\" in it; the parts of a path stand apart by "/"'],
  ["file:C:/a exists", 'the path "C:/a" begins with a drive letter'],
  ["file:a\u0007 exists", 'the path "a\\u0007" holds a control character'],
  ["file:a\0 exists", 'the expectation "file:a\\u0000 exists" holds a NUL or a broken character'],
  ["file:. exists", 'the path "." names the workspace itself'],
  ["file:src/ contains 'x'", 'the path "src/" names a folder, not a file'],
  ["file:a equals ../b", 'the path "../b" has ".." in it, so it could leave the workspace'],
  ["file:a json /x", 'after "json" come a pointer, "=" and a value'],
  ["file:a json '/x = 1", "the quote ' around the pointer does not close"],
  ["file:a json /x = y", '"y" is not a JSON value'],
  ["file:a json x = 1", 'the JSON pointer "x" does not begin with "/"'],
  ["file:a json /x~2 = 1", 'the JSON pointer "/x~2" has a "~" that is not ~0 (for ~) or ~1 (for /)'],
  ["test:", 'the command after "test:" is missing'],
  ["test: passes", 'the command after "test:" is missing'],
  ["diff:", 'the path after "diff:" is missing'],
  ["diff:only", 'the glob after "diff:only" is missing'],
  ["diff:only ../x", 'the glob "../x" has ".." in it, so it could leave the workspace'],
  ["no-file:a exists", '"exists" follows the path of "no-file:"'],
  ["diff:only !src/**", 'the glob "!src/**" begins with "!", and a glob takes nothing out'],
  ["no-file:a contains 'x'", '"contains" follows the path of "no-file:"'],
  ["no-file:a not contains 'x'", '"contains" follows the path of "no-file:"'],
  ["diff:a matches /x/", '"matches" follows the path of "diff:"'],
  ["no-file:a equals b", '"equals" follows the path of "no-file:"'],
  ["file:zz not exists", '"not" stands between the path and "exists"'],
  ["not file:a not exists", '"not" stands between the path and "exists"'],
  ["file:a not contains 'q'", '"not" stands between the path and "contains"'],
  ["file:a doesn't equals b", '"doesn\'t" stands between the path and "equals"'],
  ["no-file:old.ts, a", '"old.ts, a" looks like more than one file'],
  ["no-file:old.ts and a", '"old.ts and a" looks like more than one file'],
  ["not file:src/a, src/b exists", '"src/a, src/b" looks like more than one file'],
  ["diff:a.ts, b.ts, and c.ts", '"a.ts, b.ts, and c.ts" looks like more than one file'],
  ["file:a equals b.ts and c.ts", '"b.ts and c.ts" looks like more than one file'],
  ["not file:a exists and file:old.ts exists", "more than one expectation stands in one text"],
  ["no-file:a, no-file:b", "more than one expectation stands in one text"],
  ["diff:a && test:npm test", "more than one expectation stands in one text"],
  ["file:a exists and test:npm test", "more than one expectation stands in one text"],
  ["no-file:a.ts,b.ts", '"a.ts,b.ts" looks like more than one file'],
  ["no-file:a.ts b.ts", '"a.ts b.ts" looks like more than one file'],
  ["no-file:a.MJS and B.MJS", '"a.MJS and B.MJS" looks like more than one file'],
  ["diff:A.Java, B.Java", '"A.Java, B.Java" looks like more than one file'],
  ["no-file:a.ts AND b.ts", '"a.ts AND b.ts" looks like more than one file'],
  ["no-file:a.7z and b.7z", '"a.7z and b.7z" looks like more than one file'],
  ["not file:a.ts b.ts exists", '"a.ts b.ts" looks like more than one file'],
  ["no-file:a.ts,", '"," follows the path'],
  ["no-file:a.ts # comment", '"# comment" follows the path'],
  ["no-file:a.ts and", '"and" follows the path'],
  ["diff:a.ts not", '"not" follows the path of "diff:"'],
  ["no-file:a.ts does not", '"does not" follows the path of "no-file:"'],
  ["no-file:a.ts was", '"was" follows the path of "no-file:"'],
  ["no-file:a.ts present", '"present" follows the path of "no-file:"'],
  ["not diff:a.json touched", '"touched" follows the path of "diff:"'],
  ["no-file:a.ts test:true", "more than one expectation stands in one text"],
  ["no-file:a.ts and cost <= 1", "more than one expectation stands in one text"],
  ["not diff:only src/** and file:b exists", "more than one expectation stands in one text"],
  ["diff:only a.ts b.ts", '"diff:only" is followed by more than one glob'],
  ["output equals 'x'", 'after "output" comes "contains" or "matches"'],
  ["cost < 1", '"cost" is not followed by "<=" and a number of dollars from 0 to 1000000'],
  ["cost <= -1", '"cost" is not followed by "<=" and a number of dollars from 0 to 1000000'],
  ["turns <= 1.5", '"turns" is not followed by "<=" and a number from 0 to 1000000'],
  ["judge:", 'the criterion after "judge:" is missing'],
  [`judge:${"x".repeat(4_001)}`, "the criterion is too long (at most 4000 characters)"],
  ["diff:../x", 'the path "../x" has ".." in it, so it could leave the workspace'],
  ["no-file:../x", 'the path "../x" has ".." in it, so it could leave the workspace'],
  [
    "no-file:out/*.txt",
    'the path "out/*.txt" has a "*" in it; a path names one file, and only diff:only takes a glob',
  ],
  ["no-file:'**'", 'the path "**" has a "*" in it; a path names one file, and only diff:only takes a glob'],
  [
    "not file:a* exists",
    'the path "a*" has a "*" in it; a path names one file, and only diff:only takes a glob',
  ],
  [
    "not file:*.ts contains 'x'",
    'the path "*.ts" has a "*" in it; a path names one file, and only diff:only takes a glob',
  ],
  ["file:*/ exists", 'the path "*/" has a "*" in it; a path names one file, and only diff:only takes a glob'],
  [
    "file:a equals b*",
    'the path "b*" has a "*" in it; a path names one file, and only diff:only takes a glob',
  ],
  ["diff:src/*", 'the path "src/*" has a "*" in it; a path names one file, and only diff:only takes a glob'],
  ["not not test:x", '"not" stands twice'],
  ["not", 'unknown expectation "not"'],
])("mistake: %j", (text, message) => {
  expect(read(text)).toMatchObject({ message });
});

test.each([
  ["(x", "RE2 syntax; a sign that stands for itself has a backslash before it: \\("],
  ["", "write what to look for between the slashes"],
  ["x".repeat(10_001), "look for a part of it"],
  ["(?=x)", "RE2 syntax has no lookahead and no lookbehind"],
])("a regex that does not parse comes with a way out: %.20s", (pattern, hint) => {
  expect(read(`file:a matches /${pattern}/`)).toMatchObject({ hint });
});

test.each([
  ["not file:a matches /x\\/ and file:b matches /y/", "x\\/ and file:b matches /y"],
  ["not file:a matches /src/ and files:b/", "src/ and files:b"],
  ["not file:a matches /see http://a file:b/", "see http://a file:b"],
  ["not file:a matches /x\\\\\\/ test:b/", "x\\\\\\/ test:b"],
])("%s is one regex: no slash in it could close it before another expectation", (text, pattern) => {
  const of = { kind: "file-matches", path: "a", pattern, flags: "" };
  expect(parseExpectation(text)).toEqual({ ok: true, expectation: { kind: "not", of } });
});

test("a glob in a path comes with a way out", () => {
  expect(read("no-file:src/**/*.txt")).toMatchObject({
    hint: "name each file on its own, or let a command look for them",
  });
});

test.each([
  [
    "no-file:old.ts, a",
    'write one for each: "no-file:old.ts", "no-file:a" (a single path of that name stands in quotes)',
  ],
  [
    "not file:a.ts and b.ts exists",
    'write one for each: "not file:a.ts exists", "not file:b.ts exists" (a single path of that name stands in quotes)',
  ],
  [
    "not file:a exists and file:old.ts exists",
    'each is a text of its own in the list: "not file:a exists", "file:old.ts exists" (a path of that name stands in quotes)',
  ],
  [
    "no-file:a.ts,b.ts; c.7Z",
    'write one for each: "no-file:a.ts", "no-file:b.ts", "no-file:c.7Z" (a single path of that name stands in quotes)',
  ],
  [
    "no-file:a.ts test:true",
    'each is a text of its own in the list: "no-file:a.ts", "test:true" (a path of that name stands in quotes)',
  ],
  [
    "file:a.ts contains 'a' and file:b.ts contains 'b'",
    "each is a text of its own in the list: \"file:a.ts contains 'a'\", \"file:b.ts contains 'b'\" (a path of that name stands in quotes)",
  ],
  [
    "not output contains 'a' AND test:true",
    'each is a text of its own in the list: "not output contains \'a\'", "test:true" (a path of that name stands in quotes)',
  ],
  [
    "file:a exists and b exists",
    'each is a text of its own in the list: "file:a exists", "file:b exists" (a path of that name stands in quotes)',
  ],
  [
    "not file:a exists, b exists and not c exists",
    'each is a text of its own in the list: "not file:a exists", "not file:b exists", "not file:c exists" (a path of that name stands in quotes)',
  ],
  [
    "file:a exists and not b exists",
    'each is a text of its own in the list: "file:a exists", "not file:b exists" (a path of that name stands in quotes)',
  ],
  [
    "not file:a matches /x/ and file:b matches /y/",
    'each is a text of its own in the list: "not file:a matches /x/", "file:b matches /y/"; one regex has a backslash before that slash: "not file:a matches /x\\\\/ and file:b matches /y/"',
  ],
  [
    "output matches /^a/im, not file:b matches /c/d/i",
    'each is a text of its own in the list: "output matches /^a/im", "not file:b matches /c/d/i"; one regex has a backslash before that slash: "output matches /^a\\\\/im, not file:b matches /c/d/i"',
  ],
  [
    "not file:a matches /x/s && no-file:b",
    'each is a text of its own in the list: "not file:a matches /x/s", "no-file:b" (a path of that name stands in quotes)',
  ],
  [
    "file:a matches /x/ file:b/c exists",
    'each is a text of its own in the list: "file:a matches /x/", "file:b/c exists" (a path of that name stands in quotes)',
  ],
])("%s comes with all that was meant, and with no half of it", (text, hint) => {
  expect(read(text)).toMatchObject({ code: "expectation-several", hint, nearest: null });
});
