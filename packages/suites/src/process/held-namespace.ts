import { closeSync, openSync, readlinkSync } from "node:fs";
import { childrenOf, pidNamespaceOf } from "./process-table.ts";
import { namespaceTree, type ProcessTree } from "./process-tree.ts";

/** A pid namespace that keeps its name until it is let go, though everybody in it is dead. */
export interface HeldNamespace extends ProcessTree {
  /** Its first process, by its id outside. */
  readonly first: number;
  /** Lets go of the name. Nothing else may be asked then. */
  close(): void;
}

/**
 * Holds the pid namespace of this name, whose first process is a child of `parent`. The kernel gives the name of a
 * namespace that is gone to the next one at once: whoever looks for survivors by name alone ends strangers. Null when
 * no child is in it any more, or the kernel does not tell who the children are.
 */
export function holdNamespace(name: string, parent: number): HeldNamespace | null {
  const first = childrenOf(parent).find((pid) => pidNamespaceOf(pid) === name);
  if (first === undefined) return null;
  let descriptor: number;
  try {
    descriptor = openSync(`/proc/${first}/ns/pid`, "r");
  } catch {
    return null;
  }
  // Between the look and the hold it may have died, and its number gone to somebody elsewhere.
  if (readlinkSync(`/proc/self/fd/${descriptor}`) !== name) {
    closeSync(descriptor);
    return null;
  }
  return { ...namespaceTree(name), first, close: () => closeSync(descriptor) };
}
