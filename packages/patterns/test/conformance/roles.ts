import type { PatternDescription, Role } from "./pattern-description.ts";
import type { SeenCall } from "./recording-model.ts";

/** What a call is for; an error for a generator that the description does not know. */
export function roleOf({ adapter, roles }: PatternDescription, { block }: SeenCall): Role {
  const role = roles[block.replace(`bench-${adapter.patternName}-`, "")];
  if (!role) throw new Error(`The description of ${adapter.patternName} does not know "${block}".`);
  return role;
}

/** Calls in one of these roles, in order. */
export function inRole(
  description: PatternDescription,
  calls: readonly SeenCall[],
  ...roles: Role[]
): SeenCall[] {
  return calls.filter((call) => roles.includes(roleOf(description, call)));
}

/** The course that makes the most calls. */
export function longestCourse({ courses, adapter }: PatternDescription) {
  const longest = Object.values(courses).find((course) => course.reaches === "max");
  if (!longest) throw new Error(`No course of ${adapter.patternName} reaches its most calls.`);
  return longest;
}
