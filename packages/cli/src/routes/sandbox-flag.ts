import type { SandboxWords } from "@flow-state-dev/suites";

/** The names are those of `chooseSandbox`, which is not loaded for help. */
const names = ["auto", "bubblewrap", "unshare", "docker", "podman", "host"] as const;

/** A sandbox by its name; that of containers may have an image behind it. */
export function parseSandbox(text: string): SandboxWords {
  const name = names.find((each) => each === text);
  if (name !== undefined) return name;
  // What begins with a dash would be an option of the client.
  if (/^(docker|podman):[\w][^\s]*$/.test(text)) return text as SandboxWords;
  const near = names.find((each) => each[0] === text[0] && Math.abs(each.length - text.length) <= 2);
  throw new Error(
    `there is no "${text}".${near === undefined ? "" : ` Did you mean ${near}?`} There are ${names.join(", ")}, and docker and podman with an image, as in docker:python:3.14`,
  );
}

/** Which sandbox is used; `brief` says for what. */
export function sandboxFlag(brief: string) {
  return {
    kind: "parsed",
    placeholder: "sandbox",
    parse: parseSandbox,
    proposeCompletions: (typed: string) => names.filter((name) => name.startsWith(typed)),
    optional: true,
    brief: `${brief}: ${names.join(", ")}, docker:<image>, podman:<image>; the strongest there is when absent`,
  } as const;
}
