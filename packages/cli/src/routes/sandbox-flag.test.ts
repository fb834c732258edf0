import { sandboxNames } from "@flow-state-dev/suites";
import { expect, test } from "vitest";
import { parseSandbox, sandboxFlag } from "./sandbox-flag.ts";

test("what can be asked for is what there is", () => {
  for (const name of ["auto", ...sandboxNames]) expect(parseSandbox(name)).toBe(name);
  expect(sandboxFlag("").proposeCompletions("").toSorted()).toEqual(["auto", ...sandboxNames].toSorted());
});

test.each(["docker:python:3.14", "podman:localhost:5000/team/image@sha256:0a"])(
  "%s names an image",
  (words) => {
    expect(parseSandbox(words)).toBe(words);
  },
);

test.each(["dokcer", "docker:", "docker:--privileged", "docker:a b", "bubblewrap:a", ""])(
  "%j is told",
  (words) => {
    expect(() => parseSandbox(words)).toThrow(`there is no "${words}".`);
  },
);
