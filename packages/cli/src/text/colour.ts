import { styleText } from "node:util";

/** What colours are asked of: a stream of the process, or what stands for one. */
export interface ColourStream {
  readonly isTTY?: boolean | undefined;
}

/**
 * Whether to write colours to a stream. `NO_COLOR` says no, whatever else is set; `FORCE_COLOR` yes, or no when it is
 * `0` or `false`; else only a terminal that is not dumb gets them. A variable that is empty counts as not set.
 */
export function wantsColour(stream: ColourStream, env: NodeJS.ProcessEnv): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== "0" && env.FORCE_COLOR !== "false";
  return stream.isTTY === true && env.TERM !== "dumb";
}

/** Ways to set words off. Without colours each gives back what it is given. */
export interface Paint {
  head(text: string): string;
  quiet(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  warn(text: string): string;
}

/** The ways for a stream. Meaning is never in the colour alone: marks and words carry it too. */
export function paintFor(stream: ColourStream, env: NodeJS.ProcessEnv): Paint {
  const style = (format: Parameters<typeof styleText>[0]) =>
    wantsColour(stream, env)
      ? (text: string) => (text === "" ? "" : styleText(format, text, { validateStream: false }))
      : (text: string) => text;
  return {
    head: style("bold"),
    quiet: style("dim"),
    good: style("green"),
    bad: style("red"),
    warn: style("yellow"),
  };
}
