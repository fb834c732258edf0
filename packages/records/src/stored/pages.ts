const pageSize = 200;

/** Rows page by page, at most `most` of them; `read` gives those after a row, or the first ones. */
export async function* pages<T>(
  read: (after: T | null, limit: number) => Promise<readonly T[]>,
  most = Number.POSITIVE_INFINITY,
): AsyncIterable<readonly T[]> {
  let left = most;
  let after: T | null = null;
  while (left > 0) {
    const limit = Math.min(pageSize, left);
    const page: readonly T[] = await read(after, limit);
    yield page;
    if (page.length < limit) return;
    left -= page.length;
    after = page.at(-1)!;
  }
}
