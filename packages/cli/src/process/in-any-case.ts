/** Things that are all to be done, whatever becomes of each. */
export interface InAnyCase {
  /** Does one of them, and waits for it. Never rejects. */
  act(one: () => unknown): Promise<void>;
  /** Throws what went wrong first, if anything did. */
  end(): void;
}

/**
 * Does things one after the other, each whatever became of those before it, so that what was run and paid for is
 * written as far as it can be.
 *
 * @param tell told what went wrong later, which the first failure would hide
 */
export function inAnyCase(tell: (error: unknown) => void): InAnyCase {
  let first: { error: unknown } | undefined;
  return {
    async act(one) {
      try {
        await one();
      } catch (error) {
        if (first) tell(error);
        else first = { error };
      }
    },
    end() {
      if (first) throw first.error;
    },
  };
}
