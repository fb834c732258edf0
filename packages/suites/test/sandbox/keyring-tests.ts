import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { Trial } from "./trial.ts";

const [addKey, keyctl] = process.arch === "arm64" ? [217, 219] : [248, 250];
const program = fileURLToPath(new URL("with-host-keys.ts", import.meta.url));

/** Perl that begins a session with a keyring of its own. */
const begin = `syscall(${keyctl}, 1, 0);`;
/** Perl that puts a key into the keyring of its session, and that looks for one there. */
const put = (name: string) =>
  `my $t = "user"; my $n = "${name}"; my $v = "key-secret"; syscall(${addKey}, $t, $n, $v, length($v), -3);`;
const get = (name: string) =>
  `my $t = "user"; my $n = "${name}"; my $b = "\\0" x 99; my $k = syscall(${keyctl}, 10, -3, $t, $n, 0); syscall(${keyctl}, 11, $k, $b, 99) if $k > 0; print "looked: $b";`;
const list = 'print "looked: "; open(my $f, "<", "/proc/keys"); print <$f>;';

/** Keys that the kernel holds for the user cannot be read, and nothing is left in them for other commands. */
export function keyringTests({ sandbox }: Trial): void {
  test("neither keys of the host nor those of another command can be read", async () => {
    const perl = await promisify(execFile)("perl", ["-e", `${begin} ${put("host")} ${get("host")}`]).catch(
      () => null,
    );
    // Without Perl nobody can look, and a machine whose kernel has no keys has nothing to hide.
    if (!perl?.stdout.includes("key-secret")) return expect(process.env.CI).toBeUndefined();
    const node = [process.execPath, "--conditions=@flow-state-dev/source", program, sandbox.name];
    const { stdout } = await promisify(execFile)("perl", [
      ...["-e", `${begin} ${put("host")} exec @ARGV`, "--", ...node],
      ...[put("command"), get("host"), get("command"), list],
    ]);
    const told: string[] = JSON.parse(stdout);
    expect(told.slice(1)).toEqual(Array.from({ length: 3 }, () => expect.stringMatching(/^looked: /)));
    expect(told.join("")).not.toMatch(/key-secret|user\s+(host|command)/);
  });
}
