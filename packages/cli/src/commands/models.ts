import { describeModel } from "../models/describe-model.ts";
import { describeProviders } from "../models/describe-providers.ts";
import { fitLines } from "../text/fit-lines.ts";
import { terminalColumns } from "../text/terminal-columns.ts";
import type { XContext } from "../x-context.ts";

/** `x models [id…]`: what can be used here. Exits with 1 when a model that was asked for cannot be. */
export async function models(this: XContext, _flags: object, ...ids: string[]): Promise<void> {
  const { stdout, env } = this.process;
  const columns = terminalColumns(process.stdout);
  if (ids.length === 0) {
    stdout.write(fitLines(describeProviders(env), columns));
    return;
  }
  const found = await Promise.all(ids.map((id) => describeModel(id, env)));
  stdout.write(fitLines(found.map(({ text }) => text).join("\n"), columns));
  if (found.some(({ usable }) => !usable)) this.exitCode = 1;
}
