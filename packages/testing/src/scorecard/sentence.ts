/** A sentence about a report in words that need no statistics. */
export interface ReportSentence {
  /**
   * `stopped`: the run is not complete. `verdict`: a candidate beside the baseline. `doubt`: what a verdict does not
   * say by itself. `money`: score for cost. `judge`: whether the scores can be trusted.
   */
  about: "stopped" | "verdict" | "doubt" | "money" | "judge";
  /** The candidate it is about, when it is about one. */
  subject?: string;
  /** Names in it are as they came, but for control characters; escape it where it is shown. */
  text: string;
}
