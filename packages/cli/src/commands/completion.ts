import { type Shell, shellScript } from "../completion/shell-script.ts";
import type { XContext } from "../x-context.ts";

/** `x completion <shell>`: the script that completes lines of `x`, on stdout. */
export function completion(this: XContext, _flags: object, shell: Shell): void {
  this.process.stdout.write(shellScript(shell));
}
