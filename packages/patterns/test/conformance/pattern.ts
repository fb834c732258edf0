import { describe } from "vitest";
import { callsStated } from "./calls-stated.ts";
import { endsCleanly } from "./ends-cleanly.ts";
import { oddAnswers } from "./odd-answers.ts";
import type { PatternDescription } from "./pattern-description.ts";
import { plainAnswer } from "./plain-answer.ts";
import { sameEveryTime } from "./same-every-time.ts";
import { toolsReachWork } from "./tools-reach-work.ts";
import { whatIsTold } from "./what-is-told.ts";
import { whoIsAsked } from "./who-is-asked.ts";

/** What every pattern of a benchmark must do. Call it in a test file; it registers the tests. */
export function patternConformance(description: PatternDescription): void {
  const { adapter, variant } = description;
  const name = variant === undefined ? adapter.patternName : `${adapter.patternName}, ${variant},`;
  describe(`${name} as a pattern`, () => {
    whatIsTold(description);
    whoIsAsked(description);
    callsStated(description);
    plainAnswer(description);
    toolsReachWork(description);
    oddAnswers(description);
    sameEveryTime(description);
    endsCleanly(description);
  });
}
