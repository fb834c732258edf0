import { closeSync, constants, openSync, statSync } from "node:fs";

/**
 * Keeps a pipe open for as long as it is written to. Throws what the system says when nobody reads from it, where
 * opening it to write would wait for somebody and hear no signal. All else is left alone.
 */
export function holdPipe(path: string): Disposable {
  if (!statSync(path, { throwIfNoEntry: false })?.isFIFO()) return { [Symbol.dispose]() {} };
  const held = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  return { [Symbol.dispose]: () => closeSync(held) };
}
