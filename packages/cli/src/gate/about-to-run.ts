/** What is about to run: who, on which tasks. */
export interface AboutToRun {
  subjects: readonly string[];
  tasks: readonly string[];
}
