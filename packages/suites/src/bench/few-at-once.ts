/**
 * Does the same with each of them, so many at once, and tells what came of it in their order. After one that failed no
 * further one is begun; it rejects with that failure when those under way have ended, so that nothing goes on behind
 * it.
 */
export async function fewAtOnce<T, R>(
  all: readonly T[],
  most: number,
  work: (each: T) => Promise<R>,
): Promise<R[]> {
  const done = new Array<R>(all.length);
  const failures: unknown[] = [];
  const todo = all.entries();
  const goOn = async () => {
    for (const [at, each] of todo) {
      if (failures.length > 0) return;
      try {
        done[at] = await work(each);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: most }, goOn));
  if (failures.length > 0) throw failures[0];
  return done;
}
