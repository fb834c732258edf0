import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { chooseSandbox } from "../../src/sandbox/choose-sandbox.ts";
import { container } from "../../src/sandbox/container.ts";
import { sandboxConformance } from "./conformance.ts";
import { killedContainers } from "./killed-containers.ts";
import { runWherePossible } from "./run-where-possible.ts";

// Tried for real where a daemon answers and has the image.
const image = process.env.X_TEST_IMAGE;
for (const program of ["docker", "podman"] as const) {
  const sandbox = container({ program, image });
  await runWherePossible(program, sandbox, sandboxConformance, { needed: false });
  if ((await sandbox.available()).ok) killedContainers(program, image);
}

/** A client of containers of its own, first in PATH, that does what the script says. */
function clientOf(script: string): Disposable {
  const folder = mkdtempSync(join(tmpdir(), "x-client-"));
  writeFileSync(join(folder, "podman"), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, "podman"), 0o755);
  vi.stubEnv("PATH", `${folder}:${process.env.PATH}`);
  return {
    [Symbol.dispose]() {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true });
    },
  };
}

test("a container that could not be started has no exit code, whatever its daemon says", async () => {
  using _ = clientOf(`case $1 in
    start) echo "no room for it" >&2; exit 125 ;;
    inspect) echo "false 0 false created" ;;
  esac`);
  const exit = await container({ program: "podman" }).exec({ argv: ["true"] }, { workspace: { path: "/" } });
  expect(exit).toMatchObject({ ended: "not-started", code: null, reason: "no room for it" });
});

test("every step finds the client, its settings and its daemon as the user does", async () => {
  using _ = clientOf(`echo "$1 $HOME $DOCKER_HOST" >> "$XDG_RUNTIME_DIR/seen"
    case $1 in inspect) echo "false 0 false exited" ;; esac`);
  const folder = mkdtempSync(join(tmpdir(), "x-client-"));
  vi.stubEnv("XDG_RUNTIME_DIR", folder);
  vi.stubEnv("HOME", "/mine");
  vi.stubEnv("DOCKER_HOST", "tcp://mine");
  const exit = await container({ program: "podman" }).exec(
    { argv: ["true"] },
    { workspace: { path: "/" }, env: { DOCKER_HOST: "tcp://theirs" } },
  );
  expect(exit).toMatchObject({ ended: "itself", code: 0 });
  const seen = readFileSync(join(folder, "seen"), "utf8").trim().split("\n");
  rmSync(folder, { recursive: true });
  expect(seen.map((line) => line.split(" ").slice(1).join(" "))).toEqual(seen.map(() => "/mine tcp://mine"));
  expect(seen.map((line) => line.split(" ")[0])).toEqual(["ps", "create", "start", "wait", "inspect", "rm"]);
});

test.each([
  ["docker", "Error response from daemon: No such image: node:24"],
  ["podman", "Error: node:24: image not known"],
])("an image that is not here is not fetched unasked, in the words of %s", async (_, said) => {
  using _client = clientOf(`case $1 in
    version) echo 5.4.2 ;;
    create) case " $* " in *" --pull never "*) echo "${said}" >&2; exit 125 ;; esac ;;
  esac`);
  await expect(chooseSandbox("podman")).rejects.toThrow(
    "The sandbox podman does not work here: the image node:24 is not on this machine " +
      "(podman pull node:24 fetches it). Fetch it, or choose another with --sandbox.",
  );
});
