import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editText } from "./edit-text.ts";

const edit = (text: string, old: string, next: string, all = false) =>
  editText(text, { old, new: next, all });

describe("line breaks and byte order mark", () => {
  test("CRLF and the mark stay, and lines that are not touched are the same byte for byte", () => {
    const text = "\ufeffone\r\ntwo\r\nthree\r\n";
    expect(edit(text, "one\ntwo", "one\n1.5\ntwo").text).toBe("\ufeffone\r\n1.5\r\ntwo\r\nthree\r\n");
  });

  test("in a file with both kinds each line keeps its own", () => {
    const text = "a\r\nb\nc\r\nd\n";
    expect(edit(text, "b\nc", "B\nC").text).toBe("a\r\nB\nC\r\nd\n");
    expect(edit(text, "d", "D\nE").text).toBe("a\r\nb\nc\r\nD\nE\n");
  });

  test("what is replaced is found wherever it stands, and nothing else changes", () => {
    const line = fc.stringMatching(/^[a-c$&\\ ]{0,6}$/);
    const breaks = fc.constantFrom("\n", "\r\n");
    fc.assert(
      fc.property(
        fc.array(fc.tuple(line, breaks), { maxLength: 8 }),
        fc.nat(7),
        line,
        (lines, place, next) => {
          const marked = lines.map(([text, end], at) => [at === place ? "MARK" : text, end] as const);
          fc.pre(place < lines.length);
          const text = marked.map(([each, end]) => each + end).join("");
          fc.pre(next !== "MARK");
          expect(edit(text, "MARK", next).text).toBe(text.split("MARK").join(next));
        },
      ),
    );
  });
});

describe("what is put in", () => {
  test("signs that mean something to a replace mean nothing here", () => {
    expect(edit("x = OLD;", "OLD", "$& $1 $$ $`").text).toBe("x = $& $1 $$ $`;");
  });

  test("every one, when asked", () => {
    expect(edit("a b a b a", "a", "c", true)).toMatchObject({ text: "c b c b c", count: 3 });
  });
});

describe("the three tiers", () => {
  test("a unique exact match counts, also when others are alike", () => {
    expect(edit('say("x")\nsay(“x”)\n', 'say("x")', "said")).toMatchObject({
      tier: "exact",
      text: "said\nsay(“x”)\n",
    });
  });

  test("blanks at line ends and typographic signs do not matter, and stay elsewhere", () => {
    const text = "if (a)   \n  say(“hi”) – now\nrest   \n";
    const edited = edit(text, 'if (a)\n  say("hi") - now\n', "done()\n");
    expect(edited).toMatchObject({ tier: "loose", text: "done()\nrest   \n", line: 1 });
  });

  test("another indentation, deeper or less deep, is carried over", () => {
    const text = "class A {\n    run() {\n      go();\n    }\n}\n";
    const edited = edit(text, "run() {\n  go();\n}", "run() {\n  stop();\n\n  go();\n}");
    expect(edited).toMatchObject({ tier: "indented" });
    expect(edited.text).toBe("class A {\n    run() {\n      stop();\n\n      go();\n    }\n}\n");
    expect(edit("run();\ngo();\n", "    run();\n    go();", "    stop();").text).toBe("stop();\n");
    expect(edit("\tif x:\n\t\ty()\n", "if x:\n\ty()", "if z:\n\ty()").text).toBe("\tif z:\n\t\ty()\n");
  });

  test("where lines repeat, the first place counts that has them all", () => {
    expect(edit("a \na \nb \na \n", "a\nb\n", "c\n").text).toBe("a \nc\na \n");
    expect(edit("a \na \na \na \na \n", "a\na\n", "c\n", true)).toMatchObject({
      ...{ tier: "loose", count: 2, text: "c\nc\na \n" },
    });
  });

  test("many lines that are alike are looked through once, not again for each", () => {
    const text = "a \n".repeat(200_000);
    const began = performance.now();
    expect(() => edit(text, `${"a\n".repeat(2_000)}b\n`, "c")).toThrow(/not in the file/);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  test("an indentation that is not the same for all lines is no match", () => {
    expect(() => edit("  a\n      b\n", "a\n  b", "c")).toThrow(/not in the file/);
  });
});

describe("what is refused", () => {
  test("several places are named by their lines, and in the tier that matched", () => {
    expect(() => edit("x\ny\nx\n", "x", "z")).toThrow(/there 2 times \(lines 1, 3\).*set all/s);
  });

  test("what is not there: the nearest lines, or that it is done already", () => {
    const text = "import a from 'a';\nconst total = price * count;\nexport { total };\n";
    expect(() => edit(text, "const total = prize * count;", "const total = 1;")).toThrow(
      /2: const total = price \* count;/,
    );
    expect(() => edit(text, "const sum = 1;", "export { total };")).toThrow(
      /new is already there \(line 3\)/,
    );
  });

  test("what would become too long", () => {
    const text = "a".repeat(1_000_000);
    expect(() => edit(text, "a", "b".repeat(1_000), true)).toThrow(
      /would have 1000000000 characters then, which is too much/,
    );
  });

  test("nothing to find, nothing to change", () => {
    expect(() => edit("a", "", "b")).toThrow(/old is empty/);
    expect(() => edit("a", "a", "a")).toThrow(/the same/);
  });
});
