import { existsSync } from "node:fs";
import { join } from "node:path";
import { openStore, openStoreAt, RecordsError, type RunStore } from "@flow-state-dev/records/store";
import { storeAddress } from "../machines/store-place.ts";
import { visibleText } from "../visible-text.ts";

/** There are no records to read in a folder. */
export class NoRunsError extends RecordsError {
  override readonly name = "NoRunsError";

  constructor(folder: string) {
    super(
      "no-runs",
      `There are no runs in ${folder}: it has no .x/x.db. Go to the folder where x bench or x compare was called, or make a run.`,
    );
  }
}

/** The records that X_STORE names, else those of a folder, for reading; closed at the end of the block. Makes none. */
export async function openRuns(folder: string): Promise<{ store: RunStore } & AsyncDisposable> {
  const address = storeAddress({}, process.env);
  if (address === undefined && !existsSync(join(folder, ".x", "x.db"))) throw new NoRunsError(folder);
  const store = address === undefined ? openStore(folder) : await openStoreAt(address);
  if (address === undefined) await settleDead(store).catch(() => {});
  return { store, [Symbol.asyncDispose]: () => store.close() };
}

const mostSettled = 20;

/** A run whose process was killed is not running any more. A store that can only be read is shown as it is. */
async function settleDead(store: RunStore): Promise<void> {
  for await (const { id, state } of store.runs({ limit: mostSettled })) {
    if (state !== "running") continue;
    const { lostAttempts } = await store.recover(id);
    if (lostAttempts > 0 && (await store.totals(id)).running === 0)
      await store.updateRun(id, { state: "interrupted" });
  }
}

/** Runs a command that only reads: what the user can set right is told in its own words and exits with 2. */
export async function reading(
  context: { process: { stderr: { write(text: string): unknown } }; exitCode?: number },
  read: () => Promise<void>,
): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (!(error instanceof RecordsError || (await isFlowError(error)))) throw error;
    context.exitCode = 2;
    context.process.stderr.write(`${visibleText((error as Error).message)}\n`);
  }
}

/** Only now: a page that is looked at needs nothing of `core`, and is there sooner without it. */
async function isFlowError(error: unknown): Promise<boolean> {
  const { FlowError } = await import("@flow-state-dev/core");
  return error instanceof FlowError;
}
