/** What help says about a command beside its flags. */
export interface CommandWords {
  /** Lines as they are typed, each with what it is for; the most common first. */
  examples: readonly (readonly [line: string, what: string])[];
  /** What each exit code says. */
  exits: Readonly<Record<number, string>>;
  /** Flags that belong together, under a heading of their own, by their names in the code. */
  groups?: Readonly<Record<string, readonly string[]>>;
}
