import { asStarted } from "../typed/as-started.ts";

/** What whoever interrupts a run is told about going on with it. */
export function goOnSentence(isGivenOut: boolean): string {
  return isGivenOut
    ? asStarted(
        "Workers go on without it. Watch again with the same command and --resume; x top --stop takes the run from them.",
      )
    : "Go on later with the same command and --resume.";
}
