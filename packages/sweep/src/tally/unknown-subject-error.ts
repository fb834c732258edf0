import { FlowError, nearestName } from "@flow-state-dev/core";

/** Sums were asked for of a subject that is not part of the plan. */
export class UnknownSubjectError extends FlowError {
  override readonly name = "UnknownSubjectError";

  constructor(subject: string, subjects: readonly string[]) {
    const nearest = nearestName(subject, subjects);
    const meant = nearest === undefined ? `There are: ${subjects.join(", ")}.` : `Did you mean ${nearest}?`;
    super(`No subject of the plan is called ${JSON.stringify(subject)}. ${meant}`, {
      code: "unknown-subject",
      details: { subject, subjects: [...subjects] },
    });
  }
}
