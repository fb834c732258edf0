import { removeTree } from "./remove-tree.ts";

/**
 * Makes something in a room of its own, which goes when that fails: half of it is of no use, and on a full disk it
 * would keep others from working.
 */
export async function wholeOrGone<T>(room: string, make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    await removeTree(room).catch(() => {});
    throw error;
  }
}
