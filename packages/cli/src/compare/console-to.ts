import { Console } from "node:console";
import { Writable } from "node:stream";

/**
 * Sends all that `console` prints, `log` and `table` as well as `error`, to `say` for the rest of the process: whole
 * lines, with their line break. For code of others in a command whose stdout is for its result.
 *
 * @param colour whether values are coloured, as for a terminal
 */
export function consoleTo(say: (text: string) => void, colour: boolean): void {
  const stream = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      say(text);
      done();
    },
  });
  const ours = new Console({ stdout: stream, stderr: stream, colorMode: colour });
  const methods = Object.entries(ours).filter(([, method]) => typeof method === "function");
  Object.assign(console, Object.fromEntries(methods));
}
