import { expect, test } from "vitest";
import { SetupFailedError } from "./case-setup.ts";

const failed = (output: string) =>
  new SetupFailedError("install", "npm ci", "exited with 6", output).message.split("\n");

test("a set-up that failed for want of network says so, and that the suite cannot mend it", () => {
  expect(failed("curl: (6) Could not resolve host: example.com\n")).toEqual([
    'The set-up of install failed: "npm ci" exited with 6. It said "Could not resolve host": set-up has the network of this machine, whatever "network" says in the suite, so look whether the machine reaches the address. Then run the case again.',
    "curl: (6) Could not resolve host: example.com",
  ]);
});

test("one that failed otherwise does not speak of the network", () => {
  expect(failed("no such file")).toEqual([
    'The set-up of install failed: "npm ci" exited with 6. Mend it and run the case again.',
    "no such file",
  ]);
});
