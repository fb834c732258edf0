import { expect, test } from "vitest";
import { lastWords } from "./last-words.ts";

const node = `node:internal/modules/cjs/loader:1386
  throw err;
  ^

Error: Cannot find module '/opt/agent/cli.js'
Require stack:
- /opt/agent/bin
    at Function._resolveFilename (node:internal/modules/cjs/loader:1383:15)
    at node:internal/main/run_main_module:33:47 {
  code: 'MODULE_NOT_FOUND',
  requireStack: []
}

Node.js v24.21.0
`;

test.each([
  [["hook failed\n"], "hook failed"],
  [["first\nlast\r\n\n  \n"], "last"],
  [[node], "Error: Cannot find module '/opt/agent/cli.js'"],
  [
    ["SyntaxError: Invalid flags\n    at load (node:esm:152:18)\n    at run (node:esm:299:14)\n"],
    "SyntaxError: Invalid flags",
  ],
  [["it went\nat home\n"], "at home"],
  [["what is this\n\nNode.js v24.21.0\n"], "what is this"],
  [["", "Invalid API key · Please run /login\n> "], "Invalid API key · Please run /login"],
  [["\u001b[31mred\u001b[0m\u0007\n"], "red\ufffd"],
  [["on stderr\n", "on stdout\n"], "on stderr"],
  [["Node.js v24.21.0\n", ""], ""],
  [["", "\n\n"], ""],
  [[`${"x".repeat(500)}\n`], `${"x".repeat(199)}…`],
])("of %j: %j", (texts, words) => {
  expect(lastWords(...texts)).toBe(words);
});
