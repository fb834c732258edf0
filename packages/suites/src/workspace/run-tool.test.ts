import { expect, test } from "vitest";
import { complaintOf } from "./run-tool.ts";

test.each([
  ["fatal: no such ref\nmore", "fatal: no such ref"],
  ["ssh: connect to host a port 22: Connection refused\r\nfatal: could not read", /refused$/],
  [
    "Warning: Permanently added 'a' (ED25519) to the list of known hosts.\r\n** WARNING: it is old.\nDenied.\n",
    "Denied.",
  ],
  ["warning: old\r\n\r\nDenied.", "Denied."],
  ["warning: nothing else", "warning: nothing else"],
  ["", "it ended with 128"],
])("what went wrong in %j is one line, and no warning before it", (text, told) => {
  const said = complaintOf({ code: 128, stderr: { text, bytes: text.length, truncated: false } });
  expect(said).toMatch(told);
});
