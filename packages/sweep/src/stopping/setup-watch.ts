import { createRedactor } from "@flow-state-dev/records";

/** Cells that fail in a row for the same problem of the setup until no more are started. */
const mostPatience = 3;

/** Whose problem it is: that of one provider, of one subject, or of nobody alone when both are undefined. */
interface Holder {
  /** The provider that has it; undefined when it is not about one. */
  provider: string | undefined;
  /** The subject that has it; undefined when it is not about one. */
  subject: string | undefined;
}

/** What cells fail for: a problem of the setup, or of one provider or subject alone. */
export interface SetupFailure extends Holder {
  /** Its code. */
  problem: string;
  message: string;
}

/** Notices when cell after cell fails for the same problem of the setup, so that not all of them have to. */
export class SetupWatch {
  /** Failures since a cell had a result that speaks against them, by problem and who has it. */
  readonly #counts = new Map<string, Holder & { failed: number }>();
  readonly #patience: number;

  /** `cells` is how many there are in all: when they are few, all of them say as much as many do. */
  constructor(cells: number) {
    this.#patience = Math.min(mostPatience, cells);
  }

  /**
   * A cell of this subject has a result: the setup works for some. What a provider refuses to all of its cells is not
   * mended by cells of others; without names of providers the result speaks for all of them. A program that one subject
   * lacks is not mended by other subjects.
   */
  scored(ofSubject: string, providers: readonly string[]): void {
    for (const [key, { provider, subject }] of this.#counts) {
      const otherProvider = provider !== undefined && providers.length > 0 && !providers.includes(provider);
      const otherSubject = subject !== undefined && subject !== ofSubject;
      if (!otherProvider && !otherSubject) this.#counts.delete(key);
    }
  }

  /** A cell failed for this. Gives the sentence to stop with once it is time to. */
  failed({ problem, message, provider, subject }: SetupFailure): string | undefined {
    const key = JSON.stringify([problem, provider ?? null, subject ?? null]);
    const failed = (this.#counts.get(key)?.failed ?? 0) + 1;
    this.#counts.set(key, { failed, provider, subject });
    if (failed < this.#patience) return undefined;
    const redactor = createRedactor();
    const holder = provider ?? subject;
    const of = holder === undefined ? "" : ` of ${redactor.text(holder)}`;
    const cells = failed === 1 ? `The only cell failed` : `${failed} cells${of} in a row failed`;
    const subjects = failed === 1 ? "its subject" : "their subjects";
    return `${cells} for the setup, not for ${subjects} (${problem}): ${redactor.text(message)}`;
  }
}
