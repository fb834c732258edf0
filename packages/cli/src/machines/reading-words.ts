import { shownWord } from "../text/shown-word.ts";
import { startWords } from "../typed/start-words.ts";
import type { StoreFlags } from "./store-place.ts";

/**
 * How a command begins that reads the run this one makes. One that is kept in a database is not found in the folder, so
 * unless X_STORE holds the address already it stands before the command; a password is not shown.
 */
export function readingWords({ on, store }: StoreFlags, env: NodeJS.ProcessEnv): string {
  const address = on ?? store;
  const place =
    address === undefined || address === env.X_STORE ? [] : [`X_STORE=${shownWord(address, env)}`];
  return [...place, ...startWords(env)].join(" ");
}
