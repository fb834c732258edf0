import { awakeTimer, systemTimer } from "@flow-state-dev/sweep";
import { watchStandstill } from "./standstill.ts";

/**
 * Calls back after so many milliseconds in which the process was awake. While it stands still, nobody that it waits for
 * is heard: whoever ended in that time was not late, and whoever needed it could not go on. Returns how to call it off.
 */
export function awakeTimeout(ms: number, callback: () => void): () => void {
  const standstill = watchStandstill();
  const cancel = awakeTimer(systemTimer, standstill.ms).after(ms, () => {
    standstill.stop();
    callback();
  });
  return () => {
    cancel();
    standstill.stop();
  };
}
