import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Command } from "../../src/process/command.ts";
import type { Exit } from "../../src/process/exit.ts";
import type { ExecOptions, Sandbox } from "../../src/sandbox/sandbox.ts";

/** What the parts of the conformance suite share: a sandbox, and a fresh workspace for each test. */
export interface Trial {
  readonly sandbox: Sandbox;
  /** A folder for everything of this suite. */
  top(): string;
  /** The workspace of the current test. */
  folder(): string;
  /** One more workspace. */
  another(): string;
  /** Runs a command, or a line for the shell, in the current workspace with 25 s at most. */
  run(command: Command | string, options?: Partial<ExecOptions>): Promise<Exit>;
}

/** Sets up what tests of a sandbox need, for the block it is called in. */
export function openTrial(sandbox: Sandbox): Trial {
  let top: string;
  let folder: string;
  let count = 0;
  const another = () => {
    const path = join(top, `workspace-${count++}`);
    mkdirSync(path, { mode: 0o700 });
    return path;
  };
  beforeAll(() => {
    top = mkdtempSync(join(tmpdir(), "x-conformance-"));
  });
  afterAll(() => rmSync(top, { recursive: true, force: true }));
  beforeEach(() => {
    folder = another();
  });
  return {
    sandbox,
    top: () => top,
    folder: () => folder,
    another,
    run: (command, options = {}) =>
      sandbox.exec(typeof command === "string" ? { shell: command } : command, {
        workspace: { path: folder },
        ...options,
        limits: { timeMs: 25_000, ...options.limits },
      }),
  };
}
