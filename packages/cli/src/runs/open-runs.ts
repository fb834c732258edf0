import { openStore, openStoreAt, RecordsError, type RunStore } from "@flow-state-dev/records/store";
import { storeAddress } from "../machines/store-place.ts";
import { firstError } from "../process/first-error.ts";
import { toldError } from "../text/told-error.ts";
import { visibleText } from "../text/visible-text.ts";
import { keepsRuns, recordsAround } from "./records-folder.ts";
import { settleDead, settlingEvery } from "./settle-dead.ts";
import { settleGivenOut } from "./settle-given-out.ts";
import { StoreFile } from "./store-file.ts";

/** There are no records to read in a folder. */
class NoRunsError extends RecordsError {
  override readonly name = "NoRunsError";

  constructor(folder: string) {
    super(
      "no-runs",
      `There are no runs in ${folder}: it has no .x/x.db, nor has a folder around it in its project. Go to the folder where x bench or x compare was called, or make a run.`,
    );
  }
}

/** Records that are open. */
export interface OpenRuns extends AsyncDisposable {
  store: RunStore;
  /** Whose they are: the folder that was asked for, or one around it. */
  folder: string;
  /** The file they are in; null for those in a database. */
  file: StoreFile | null;
  /** Ids of runs that are given out to workers while none works on them, as `settle` has seen it last. */
  waiting: ReadonlySet<string>;
  /** Sees, now and then, whether runs have died since, and which wait. Never rejects. */
  settle: () => Promise<void>;
}

/**
 * The records that X_STORE names, else those of a folder, for reading; closed at the end of the block. Makes none. A
 * folder without any has those of the nearest one around it within its project, and stderr says so unless `quiet`.
 */
export async function openRuns(folder: string, { quiet = false } = {}): Promise<OpenRuns> {
  const address = storeAddress({}, process.env);
  if (address !== undefined) {
    const store = await openStoreAt(address);
    const waiting = new Set<string>();
    const settle = settlingEvery(5000, async () => {
      const now = await settleGivenOut(store, address);
      waiting.clear();
      for (const id of now) waiting.add(id);
    });
    await settle();
    return { ...opened(store, folder, settle), file: null, waiting };
  }
  const place = keepsRuns(folder) ? folder : await recordsAround(folder);
  if (place === null) throw new NoRunsError(folder);
  if (place !== folder && !quiet)
    process.stderr.write(`No runs are kept in this folder; these are of ${visibleText(place)}.\n`);
  const store = openStore(place);
  const file = new StoreFile(place);
  const settle = settlingEvery(3000, () => settleDead(store));
  await settle();
  return { ...opened(store, place, settle), file, waiting: new Set() };
}

function opened(store: RunStore, folder: string, settle: () => Promise<void>) {
  return { store, folder, settle, [Symbol.asyncDispose]: () => store.close() };
}

/** Runs a command that only reads: what the user can set right is told in its own words and exits with 2. */
export async function reading(
  context: { process: { stderr: { write(text: string): unknown } }; exitCode?: number },
  read: () => Promise<void>,
): Promise<void> {
  try {
    await read();
  } catch (thrown) {
    const error = firstError(thrown);
    if (!(error instanceof RecordsError || (await isFlowError(error)))) throw thrown;
    context.exitCode = 2;
    context.process.stderr.write(toldError((error as Error).message));
  }
}

/** Only now: a page that is looked at needs nothing of `core`, and is there sooner without it. */
async function isFlowError(error: unknown): Promise<boolean> {
  const { FlowError } = await import("@flow-state-dev/core");
  return error instanceof FlowError;
}
