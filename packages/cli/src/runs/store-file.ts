import { statSync } from "node:fs";
import { join } from "node:path";

/** The file of a store that is open, and whether it is still the one in its place. */
export class StoreFile {
  readonly #file: string;
  readonly #opened: string | null;

  /** @param folder whose store is open by now */
  constructor(folder: string) {
    this.#file = join(folder, ".x", "x.db");
    this.#opened = identityOf(this.#file);
  }

  /**
   * Is it gone from its place, or another one? All seems well then, for a file that is open can be used until it is
   * closed; and then it is gone.
   */
  get isGone(): boolean {
    return identityOf(this.#file) !== this.#opened;
  }
}

function identityOf(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true });
  return found ? `${found.dev} ${found.ino}` : null;
}
