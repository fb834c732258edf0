import { RecordsError } from "@flow-state-dev/records";
import { QueueBrokenError, type SweepEvent } from "@flow-state-dev/sweep";
import { firstError } from "../process/first-error.ts";
import { StoreFile } from "./store-file.ts";

/** What has to be known of a run while it is under way, for when its store fails or goes away. */
export class RunUnderWay {
  readonly #file: StoreFile | null;
  #planned: string | undefined;
  #begun: string | undefined;

  /** @param folder whose store is open by now; null for a store that is no file */
  constructor(folder: string | null) {
    this.#file = folder === null ? null : new StoreFile(folder);
  }

  /** Is told what the sweep tells. */
  onEvent(event: SweepEvent): void {
    if (event.type === "planned") this.#planned = event.runId;
    if (event.type === "started" || event.type === "elsewhere") this.#begun = this.#planned;
  }

  /** The id of the run once a cell of it has begun, so that there is something to go on with; undefined before. */
  get begunId(): string | undefined {
    return this.#begun;
  }

  /** Is the file of the store gone from its place, or another one? Never, for a store that is no file. */
  get isStoreGone(): boolean {
    return this.#file?.isGone ?? false;
  }

  /** Did this end a run that had begun, by no fault of what it was told to do: a store, queue or machine in trouble? */
  isBrokenBy(thrown: unknown): boolean {
    const error = firstError(thrown);
    return (
      this.#begun !== undefined &&
      (error instanceof RecordsError ||
        error instanceof QueueBrokenError ||
        (error instanceof Error && "syscall" in error))
    );
  }
}
