import { describeModel } from "../models/describe-model.ts";
import { describeProviders } from "../models/describe-providers.ts";
import type { XContext } from "../x-context.ts";

/** `x models [id…]`: what can be used here. Exits with 1 when a model that was asked for cannot be. */
export function models(this: XContext, _flags: object, ...ids: string[]): void {
  const { stdout, env } = this.process;
  if (ids.length === 0) {
    stdout.write(describeProviders(env));
    return;
  }
  const found = ids.map((id) => describeModel(id, env));
  stdout.write(found.map(({ text }) => text).join("\n"));
  if (found.some(({ usable }) => !usable)) this.exitCode = 1;
}
