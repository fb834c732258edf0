/** Which sandbox is used; `brief` says for what. The names are those of `chooseSandbox`, which is not loaded for help. */
export function sandboxFlag(brief: string) {
  return {
    kind: "enum",
    placeholder: "sandbox",
    values: ["auto", "bubblewrap", "unshare", "docker", "podman", "host"],
    optional: true,
    brief: `${brief}; the strongest there is when absent`,
  } as const;
}
