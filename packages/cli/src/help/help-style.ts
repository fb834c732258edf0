import { type Paint, paintFor } from "../text/colour.ts";

/** How wide help is, in characters, and how it sets words off. */
export interface HelpStyle {
  width: number;
  paint: Paint;
}

const widest = 100;
const usual = 80;
const narrowest = 30;

/** The style for where help goes: as wide as the terminal from 30 up to 100, and 80 where there is none. */
export function helpStyle(
  stream: { isTTY?: boolean; columns?: number } = process.stdout,
  env: NodeJS.ProcessEnv = process.env,
): HelpStyle {
  const columns = stream.isTTY && stream.columns ? stream.columns : usual;
  return { width: Math.max(narrowest, Math.min(widest, columns)), paint: paintFor(stream, env) };
}
