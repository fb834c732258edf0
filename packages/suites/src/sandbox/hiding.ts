import { realOr } from "../workspace/real-or.ts";
import type { Sandbox } from "./sandbox.ts";

/** The same sandbox, whose commands never see these files and folders of the host, wherever they lie. */
export function hiding(sandbox: Sandbox, paths: readonly string[]): Sandbox {
  const hidden = [...new Set(paths.map(realOr))];
  return { ...sandbox, exec: (command, options) => sandbox.exec(command, { hidden, ...options }) };
}
