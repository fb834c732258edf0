import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Number of `prctl`. */
const prctl: Record<string, number> = { x64: 157, arm64: 167 };
const noNewPrivileges = 38;
const setFilter = 22;
const byProgram = 2;
/** `landlock_create_ruleset` and `landlock_restrict_self`, the same everywhere. */
const createRules = 444;
const restrictSelf = 446;
const abstractSockets = 1;
const setUserId = 0o4000;

/** What a command is to start under. */
export interface Restrictions {
  /** A filter of system calls. */
  filter?: Uint8Array | null;
  /**
   * No sockets of processes around it by names that are no files, which a network that is shared comes with: behind one
   * of them may be the desktop of the user. Kernels before 6.12 cannot do that.
   */
  ownNames?: boolean;
}

/**
 * What is put before a command so that it starts under restrictions, and gets no privileges from set-uid programs. Perl
 * is asked, since no tool of the system does it that is there everywhere; null without it.
 */
export function restrictedStart({ filter, ownNames }: Restrictions): readonly [string, ...string[]] | null {
  const number = prctl[process.arch];
  const perl = programAt("perl");
  if (number === undefined || perl === null) return null;
  const script = [
    'my $filter = pack("H*", shift);',
    'my $program = pack("S x![P] P", length($filter) / 8, $filter);',
    'my $rules = pack("Q3", 0, 0, shift);',
    `syscall(${number}, ${noNewPrivileges}, 1, 0, 0, 0) == 0 or die "no end of privileges: $!\\n";`,
    // Nothing to restrict, or a kernel that cannot: there are no rules.
    `my $ruleset = syscall(${createRules}, $rules, length($rules), 0);`,
    `$ruleset < 0 or syscall(${restrictSelf}, $ruleset, 0) == 0 or die "no sockets of its own: $!\\n";`,
    `$filter eq "" or syscall(${number}, ${setFilter}, ${byProgram}, $program) == 0 or die "no filter of calls: $!\\n";`,
    "exec @ARGV",
  ].join(" ");
  const hex = Buffer.from(filter ?? []).toString("hex");
  return [perl, "-e", script, "--", hex, String(ownNames ? abstractSockets : 0)];
}

/** Where a program of the user lies; null where there is none. */
export function programAt(name: string): string | null {
  const paths = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name));
  return paths.find(canRun) ?? null;
}

/** Does a program need the privileges of its owner, which nothing that is restricted gets? */
export function needsPrivileges(name: string): boolean {
  const path = programAt(name);
  return path !== null && (statSync(path).mode & setUserId) !== 0;
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
