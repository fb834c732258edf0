import { copyValue } from "../copy/copy-value.ts";
import { FlowError } from "../errors/flow-error.ts";
import type { Schema, SchemaResult } from "../schema/schema.ts";
import { checkSchemaSync } from "./check-schema.ts";
import { isThenable } from "./guard.ts";
import type { StateHandle } from "./state-handle.ts";
import { ValidationError } from "./validation-error.ts";

type Fields = Record<string, unknown>;

/** A write that makes no sense whatever the schema says: adding to text, appending to a number. */
export class StateFieldError extends FlowError {
  override readonly name: string = "StateFieldError";

  constructor(facts: { blockName: string; field: string; needs: "number" | "list" }) {
    super(
      `Field "${facts.field}" of the state of "${facts.blockName}" is not a ${facts.needs}; use patchState to replace it.`,
      { code: "state-field", blockName: facts.blockName },
    );
  }
}

/** One state of one run: created by parsing its initial value, changed only through checked writes. */
export class RunState implements StateHandle {
  readonly #owner: string;
  readonly #schema: Schema;
  #state: Fields = {};
  #writing: Promise<void> | undefined;

  private constructor(owner: string, schema: Schema) {
    this.#owner = owner;
    this.#schema = schema;
  }

  /**
   * Rejects with a `ValidationError` when the initial value does not fit. A default of the schema is the same object
   * for all runs, and the initial value may be, so that what they hold is copied.
   */
  static async create(owner: string, schema: Schema, initial: unknown): Promise<RunState> {
    const state = new RunState(owner, schema);
    await state.#write(() => (initial ?? {}) as Fields);
    state.#state = Object.freeze(copyValue({ ...state.#state }));
    return state;
  }

  get state(): Readonly<any> {
    return this.#state;
  }

  patchState = (patch: Fields): Promise<void> => this.#write((state) => ({ ...state, ...patch }));

  setState = (state: Fields): Promise<void> => this.#write(() => state);

  incState = (deltas: Fields): Promise<void> =>
    this.#write((state) => {
      const next = { ...state };
      for (const [field, delta] of Object.entries(deltas)) {
        const value = next[field] ?? 0;
        if (typeof value !== "number")
          throw new StateFieldError({ blockName: this.#owner, field, needs: "number" });
        next[field] = value + Number(delta ?? 0);
      }
      return next;
    });

  pushState = (elements: Fields): Promise<void> =>
    this.#write((state) => {
      const next = { ...state };
      for (const [field, element] of Object.entries(elements)) {
        const value = next[field] ?? [];
        if (!Array.isArray(value))
          throw new StateFieldError({ blockName: this.#owner, field, needs: "list" });
        next[field] = [...value, element];
      }
      return next;
    });

  /** Schemas that check at once make the write at once; others queue, so that none reads a state about to change. */
  async #write(change: (state: Fields) => Fields): Promise<void> {
    while (this.#writing) await this.#writing;
    const checked = checkSchemaSync(this.#schema, change(this.#state));
    if (!isThenable(checked)) return this.#commit(checked);
    const done = checked.then((result) => this.#commit(result));
    this.#writing = done.then(
      () => undefined,
      () => undefined,
    );
    try {
      await done;
    } finally {
      this.#writing = undefined;
    }
  }

  #commit(result: SchemaResult<unknown>): void {
    if (!result.ok)
      throw new ValidationError({ blockName: this.#owner, what: "state", issues: result.issues });
    this.#state = Object.freeze({ ...(result.value as Fields) });
  }
}
