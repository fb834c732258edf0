import { registerHooks } from "node:module";

let offered = false;

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
        if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
        return next(specifier, { ...context, parentURL: import.meta.url });
      }
    },
  });
}
