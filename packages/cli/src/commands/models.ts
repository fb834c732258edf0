import { describeModel } from "../models/describe-model.ts";
import { describeProviders } from "../models/describe-providers.ts";
import type { XContext } from "../x-context.ts";

/** `x models [id…]`: what can be used here. Exits with 1 when a model that was asked for cannot be. */
export async function models(this: XContext, _flags: object, ...ids: string[]): Promise<void> {
  const { stdout, env } = this.process;
  if (ids.length === 0) {
    stdout.write(describeProviders(env));
    return;
  }
  const found = await Promise.all(ids.map((id) => describeModel(id, env)));
  stdout.write(found.map(({ text }) => text).join("\n"));
  if (found.some(({ usable }) => !usable)) this.exitCode = 1;
}
