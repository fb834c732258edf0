import { registerHooks } from "node:module";

let offered = false;

/** How `import` and `require` say that something is not there. */
const missing = new Set<string | undefined>(["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"]);

/**
 * Lets a benchmark import the packages that `x` itself is made of where they are not installed beside it. What is
 * installed there comes first. Every import of the process is concerned, so it is done only before a user's file loads.
 */
export function offerOwnPackages(): void {
  if (offered) return;
  offered = true;
  registerHooks({
    resolve(specifier, context, next) {
      if (!specifier.startsWith("@flow-state-dev/")) return next(specifier, context);
      try {
        return next(specifier, context);
      } catch (error) {
        if (!missing.has((error as NodeJS.ErrnoException).code)) throw error;
        return { url: import.meta.resolve(specifier), shortCircuit: true };
      }
    },
  });
}
