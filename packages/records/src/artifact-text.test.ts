import { expect, test } from "vitest";
import { artifactText } from "./artifact-text.ts";

test("bytes that are no UTF-8 are shown as broken", () => {
  expect(artifactText({ content: new Uint8Array([0x61, 0xff, 0xfe, 0x62]) })).toBe("a\ufffd\ufffdb");
});
