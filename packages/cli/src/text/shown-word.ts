import { shellWord } from "./shell-word.ts";

/** Addresses of databases and queues, alone or behind `--flag=`. */
const address = /^(--[\w-]+=)?((?:postgres(?:ql)?|rediss?):\/\/.*)$/is;

/**
 * A word of a command, as a shell takes it, without the password of a database: in its place stands the variable
 * X_STORE when that holds the address, else `***`.
 */
export function shownWord(word: string, env: NodeJS.ProcessEnv): string {
  const [, flag = "", url] = address.exec(word) ?? [];
  if (url === undefined) return shellWord(word);
  const shown = withoutPassword(url);
  if (shown === url) return shellWord(word);
  return url === env.X_STORE ? `${flag}"$X_STORE"` : shellWord(flag + shown);
}

/** What to say below commands in which a password is not shown; empty when there is none. */
export function passwordHint(text: string): string {
  return /:\*{3}@|pass[^=&\s]*=\*{3}/i.test(text)
    ? `${hidden} is the password, which is not shown. With the address in X_STORE, --on "$X_STORE" does without it.\n`
    : "";
}

const hidden = "***";

/** Whatever stands before the last @ of the server, and passwords among the settings behind it. */
function withoutPassword(url: string): string {
  return url
    .replace(/^([a-z]+:\/\/[^:/?#@]*:)(.*)@/is, (_, before: string) => `${before}${hidden}@`)
    .replace(/([?&][^=&]*pass[^=&]*=)[^&]*/gi, (_, before: string) => before + hidden);
}
