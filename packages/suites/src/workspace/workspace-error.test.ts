import { expect, test } from "vitest";
import { WorkspaceError } from "./workspace-error.ts";

test.each([
  "cp: error writing 'a': No space left on device",
  "ENOSPC: no space left on device, mkdir '/tmp/a'",
  "cp: error writing 'a': Disk quota exceeded",
])("on a full disk the advice is about that: %s", (why) => {
  const { message } = new WorkspaceError("The files could not be copied", why, "Make them readable.");
  expect(message).toBe(
    `The files could not be copied: ${why}. The disk is full: free some space there, or set TMPDIR to a folder with more, then run it again.`,
  );
});

test("else it is what who threw it knows", () => {
  const { message } = new WorkspaceError("A", "cp: Permission denied", "Make them readable.");
  expect(message).toBe("A: cp: Permission denied. Make them readable.");
});
