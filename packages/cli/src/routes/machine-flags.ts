import { parseListed, parseText } from "../typed/parse-flags.ts";

/** How much of its providers a run may use, wherever its cells run. */
export const limitsFlag = {
  kind: "parsed",
  placeholder: "limits",
  parse: String,
  variadic: true,
  optional: true,
  brief: "What providers bear: rpm=500,tpm=200000,cells=8, or anthropic:rpm=50,cells=2..16",
} as const;

/** Flags of commands whose cells may run on other machines. */
export const machineFlags = {
  on: {
    kind: "parsed",
    placeholder: "url",
    parse: parseText,
    optional: true,
    brief: "Give the cells out to the workers at this database, postgres://…, and watch",
  },
  store: {
    kind: "parsed",
    placeholder: "url",
    parse: parseText,
    optional: true,
    brief: "Keep the run in this database, postgres://…; X_STORE says the same for all commands",
  },
  queue: {
    kind: "parsed",
    placeholder: "url",
    parse: parseText,
    optional: true,
    brief: "With --on: where the queue lies, redis://…; in the database when absent",
  },
  needs: {
    kind: "parsed",
    placeholder: "tag",
    parse: parseListed("tag"),
    variadic: ",",
    optional: true,
    brief: "With --on: tags that a worker must offer, with commas between",
  },
} as const;

/** Where planners and workers meet, for commands that do nothing without it. */
export const databaseFlag = {
  kind: "parsed",
  placeholder: "url",
  parse: parseText,
  optional: true,
  brief: "The database, postgres://…; X_STORE when absent",
} as const;
