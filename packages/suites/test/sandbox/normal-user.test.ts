import { execFile } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const project = fileURLToPath(new URL("../../../..", import.meta.url));
const program = "packages/suites/test/sandbox/as-normal-user.ts";

// As root: the project is shown where anybody may look, to this process alone, and root is given up.
const giveUpRoot = `
set -e
mkdir -p "$2"
mount --bind "$1" "$2"
shift 2
exec setpriv --reuid 65534 --regid 65534 --clear-groups "$@"
`;

test("a user who is not root gets overlays and sandboxes that hold", async () => {
  const home = fs.mkdtempSync(join(tmpdir(), "x-normal-user-"));
  try {
    // Where the project lies such a user may not look, so Node comes along.
    const node = join(home, "node");
    fs.copyFileSync(process.execPath, node);
    fs.chmodSync(node, 0o755);
    fs.chmodSync(home, 0o777);
    const shown = process.getuid?.() === 0 ? join(home, "project") : project;
    const command = [
      node,
      "--conditions=@flow-state-dev/source",
      "--disable-warning=ExperimentalWarning",
      join(shown, program),
      home,
    ];
    const [first, ...rest] =
      shown === project
        ? command
        : [
            "unshare",
            "--mount",
            "--propagation",
            "private",
            "sh",
            "-c",
            giveUpRoot,
            "sh",
            project,
            shown,
            ...command,
          ];
    const { stdout } = await promisify(execFile)(first!, rest, {
      cwd: "/",
      env: { PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", HOME: home, TMPDIR: home },
    });
    const told = JSON.parse(stdout);
    expect(told.user).not.toBe(0);
    expect(told.method).toBe("overlay");
    expect(told.barred).toBe(
      "The workspace it cannot be used: it may not be looked into. Make it readable, or choose another workspace.",
    );
    expect(told.closed).toMatch(
      /^The files in it could not be copied: cp: .*Permission denied\. Make them readable/,
    );
    expect(told.closedMode).toBe(0);
    for (const sandbox of ["bubblewrap", "unshare"]) {
      expect(told[sandbox]).toEqual({
        available: true,
        code: 3,
        files: ["a\n", "b\n"],
        changes: [
          ...["added closed/deep/b", "added made", "added shut/.git/HEAD", "added shut/.git/config"],
          ...["added shut/pipe", "deleted lower/file"],
        ],
        ...{ pipe: "other", barred: "other", shut: 0o500 },
        sourceKept: true,
        owner: told.user,
        bomb: { alive: [], fits: true },
        secret: "",
        eaten: "memory",
      });
    }
  } finally {
    fs.rmSync(home, { recursive: true, force: true });
  }
});
