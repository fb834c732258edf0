import { createRedactor } from "@flow-state-dev/records";

/** Cells that fail in a row for the same problem of the setup until no more are started. */
const mostPatience = 3;

/** What cells fail for: a problem of the setup, or of one provider alone. */
export interface SetupFailure {
  /** Its code. */
  problem: string;
  message: string;
  /** The provider that has it; undefined when it is not about one. */
  provider: string | undefined;
}

/** Notices when cell after cell fails for the same problem of the setup, so that not all of them have to. */
export class SetupWatch {
  /** Failures since a cell had a result that speaks against them, by problem and provider. */
  readonly #counts = new Map<string, { failed: number; provider: string | undefined }>();
  readonly #patience: number;

  /** `cells` is how many there are in all: when they are few, all of them say as much as many do. */
  constructor(cells: number) {
    this.#patience = Math.min(mostPatience, cells);
  }

  /**
   * A cell has a result: the setup works for some. What a provider refuses to all of its cells is not mended by cells
   * of others; without names of providers the result speaks for all of them.
   */
  scored(providers: readonly string[]): void {
    for (const [key, { provider }] of this.#counts) {
      const other = provider !== undefined && providers.length > 0 && !providers.includes(provider);
      if (!other) this.#counts.delete(key);
    }
  }

  /** A cell failed for this. Gives the sentence to stop with once it is time to. */
  failed({ problem, message, provider }: SetupFailure): string | undefined {
    const key = JSON.stringify([problem, provider]);
    const failed = (this.#counts.get(key)?.failed ?? 0) + 1;
    this.#counts.set(key, { failed, provider });
    if (failed < this.#patience) return undefined;
    const said = createRedactor().text(message);
    const of = provider === undefined ? "" : ` of ${provider}`;
    const cells = failed === 1 ? `The only cell failed` : `${failed} cells${of} in a row failed`;
    const subjects = failed === 1 ? "its subject" : "their subjects";
    return `${cells} for the setup, not for ${subjects} (${problem}): ${said}`;
  }
}
