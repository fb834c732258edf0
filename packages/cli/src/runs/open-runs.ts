import { existsSync } from "node:fs";
import { join } from "node:path";
import { FlowError } from "@flow-state-dev/core";
import { openStore, RecordsError, type RunStore } from "@flow-state-dev/records";

/** There are no records to read in a folder. */
export class NoRunsError extends FlowError {
  override readonly name = "NoRunsError";

  constructor(folder: string) {
    super(
      `There are no runs in ${folder}: it has no .x/x.db. Go to the folder where x bench or x compare was called, or make a run.`,
      { code: "no-runs", details: { folder } },
    );
  }
}

/** The records of a folder, for reading; closed at the end of the block. Makes nothing. */
export function openRuns(folder: string): { store: RunStore } & AsyncDisposable {
  if (!existsSync(join(folder, ".x", "x.db"))) throw new NoRunsError(folder);
  const store = openStore(folder);
  return { store, [Symbol.asyncDispose]: () => store.close() };
}

/** Runs a command that only reads: what the user can set right is told in its own words and exits with 2. */
export async function reading(
  context: { process: { stderr: { write(text: string): unknown } }; exitCode?: number },
  read: () => Promise<void>,
): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (!(error instanceof FlowError || error instanceof RecordsError)) throw error;
    context.exitCode = 2;
    context.process.stderr.write(`${error.message}\n`);
  }
}
