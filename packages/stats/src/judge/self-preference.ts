import { requireFinite } from "../input/require.ts";

/** Mean scores that show whether a judge favours its own family. */
export interface SelfPreferenceScores {
  /** The judge on outputs of its own family. */
  ownByJudge: number;
  /** Other judges on the same outputs. */
  ownByOthers: number;
  /** The judge on outputs of other families. */
  otherByJudge: number;
  /** Other judges on those. */
  otherByOthers: number;
}

/** How much more a judge favours its own family than its general mildness explains; 0 is fair. */
export function selfPreference(scores: SelfPreferenceScores): number {
  const { ownByJudge, ownByOthers, otherByJudge, otherByOthers } = scores;
  requireFinite("scores", [ownByJudge, ownByOthers, otherByJudge, otherByOthers]);
  return ownByJudge - ownByOthers - (otherByJudge - otherByOthers);
}
