/** The fields of a state that hold numbers. */
type NumberFields<TState> = {
  [K in keyof TState as NonNullable<TState[K]> extends number ? K : never]?: number;
};

/** The fields of a state that hold lists, each with one new element. */
type ListFields<TState> = {
  [K in keyof TState as NonNullable<TState[K]> extends readonly unknown[] ? K : never]?: NonNullable<
    TState[K]
  > extends readonly (infer TElement)[]
    ? TElement
    : never;
};

/**
 * State that lives for one run. Every write is checked against the schema, and rejects with a `ValidationError`
 * that leaves the state as it was. Writes of concurrent branches happen one after the other, so `incState` and
 * `pushState` never lose one.
 */
export interface StateHandle<TState = any> {
  /** The state now; a snapshot that later writes do not change. */
  readonly state: Readonly<TState>;
  /** Sets these fields, leaves the others. */
  patchState(patch: Partial<TState>): Promise<void>;
  /** Replaces everything. */
  setState(state: TState): Promise<void>;
  /** Adds to number fields; a missing field counts as 0. */
  incState(deltas: NumberFields<TState>): Promise<void>;
  /** Appends one element to list fields; a missing field counts as empty. */
  pushState(elements: ListFields<TState>): Promise<void>;
}
