import { expect, test } from "vitest";
import { bubblewrapCall } from "./bubblewrap-arguments.ts";
import type { ExecOptions } from "./sandbox.ts";

const view = {
  readable: ["/usr"],
  links: [["/bin", "usr/bin"]] as const,
  path: "/usr/bin",
  node: "/usr/bin/node",
};
const facts = { view, folder: "/folder", cwd: "/workspace", filter: null, knows: () => true };

function settings(options: Partial<ExecOptions>): string[] {
  const { inputs } = bubblewrapCall(["true"], { workspace: { path: "/folder" }, ...options }, facts);
  return inputs[0].split("\0");
}

test("neither variables nor paths of the host are on the command line", () => {
  const options = { workspace: { path: "/folder" }, env: { KEY: "secret" } };
  const { args, inputs } = bubblewrapCall(["cat", "a b"], options, facts);
  expect(args).toEqual(["--args", "4", "--", "cat", "a b"]);
  expect(inputs[0]).toContain("--setenv\0KEY\0secret\0");
});

test("the network is only shared when that was asked for", () => {
  expect(settings({})).toContain("--unshare-net");
  expect(settings({ network: { kind: "gateway", gateway: { socket: "/s", port: 1 } } })).toContain(
    "--unshare-net",
  );
  expect(settings({ network: { kind: "full" } })).not.toContain("--unshare-net");
});

test("options that an older bubblewrap does not know are left out", () => {
  const old = bubblewrapCall(["true"], { workspace: { path: "/folder" } }, { ...facts, knows: () => false });
  expect(old.inputs[0]).not.toMatch(/--size|--disable-userns/);
  expect(settings({})).toEqual(expect.arrayContaining(["--size", "--disable-userns"]));
});

test("the filter of system calls comes last of what it reads", () => {
  const filter = new Uint8Array([1, 2]);
  const call = bubblewrapCall(["true"], { workspace: { path: "/folder" } }, { ...facts, filter });
  expect(call.inputs.at(-1)).toBe(filter);
  expect(call.inputs[0]).toContain(`--seccomp\0${call.inputs.length + 3}\0`);
  expect(settings({})).not.toContain("--seccomp");
});

test("home, temporary folder and user cannot be chosen by variables", () => {
  const all = settings({ env: { HOME: "/root", TMPDIR: "/root", PATH: "/own" } });
  const value = (name: string) => all[all.indexOf(name, all.indexOf("--clearenv")) + 1];
  expect([value("HOME"), value("TMPDIR"), value("PATH")]).toEqual(["/home/agent", "/tmp", "/own"]);
});
