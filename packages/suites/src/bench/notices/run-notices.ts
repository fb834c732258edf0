/** What readers of the results must know about a run, told as soon as it is known. */
export class RunNotices {
  readonly #told: string[] = [];
  readonly #onNotice: ((notice: string) => void) | undefined;

  constructor(onNotice: ((notice: string) => void) | undefined) {
    this.#onNotice = onNotice;
  }

  /** All of them so far, in order. */
  get all(): readonly string[] {
    return this.#told;
  }

  /** Null when there is nothing to tell. */
  tell(notice: string | null): void {
    this.keep(notice);
    if (notice !== null) this.#onNotice?.(notice);
  }

  /** For the results alone: who watches the run has no use for it. */
  keep(notice: string | null): void {
    if (notice !== null) this.#told.push(notice);
  }
}
