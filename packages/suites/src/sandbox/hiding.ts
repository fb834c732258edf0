import { realOr } from "../workspace/real-or.ts";
import type { Sandbox } from "./sandbox.ts";
import { holdsSystem } from "./system-view.ts";

/**
 * The same sandbox, whose commands never see these files and folders of the host, wherever they lie. One that holds the
 * programs of the system, as the home of some users does, is seen.
 */
export function hiding(sandbox: Sandbox, paths: readonly string[]): Sandbox {
  const hidden = [...new Set(paths.map(realOr))].filter((path) => !holdsSystem(path));
  return { ...sandbox, exec: (command, options) => sandbox.exec(command, { hidden, ...options }) };
}
