import { registerHooks } from "node:module";

let given = false;

/**
 * Gives a benchmark the packages that `x` itself is made of, also where others are installed beside it: blocks of one
 * copy do not run in another, and their calls would not be in its books. Every import of the process is concerned, so
 * it is done only before a user's file loads.
 */
export function giveOwnPackages(): void {
  if (given) return;
  given = true;
  registerHooks({
    resolve(specifier, context, next) {
      const own = specifier.startsWith("@flow-state-dev/") ? ownUrl(specifier) : null;
      return own === null ? next(specifier, context) : { url: own, shortCircuit: true };
    },
  });
}

/** Where `x` has it; null when it has nothing of that name. */
function ownUrl(specifier: string): string | null {
  try {
    return import.meta.resolve(specifier);
  } catch {
    return null;
  }
}
