/** Told to open pages while runs go on. */
export interface LiveEvent {
  /** Runs with something new; the list of runs has changed when a run is among them that it did not have. */
  runs: string[];
}
