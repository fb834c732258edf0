import type { PatternDescription, Role } from "./pattern-description.ts";
import type { SeenCall } from "./recording-model.ts";

/** The name of the generator of a call without the prefix of its pattern. */
export function suffixOf({ adapter }: PatternDescription, { block }: SeenCall): string {
  return block.replace(`bench-${adapter.patternName}-`, "");
}

/** What a call is for; an error for a generator that the description does not know. */
function roleOf(description: PatternDescription, call: SeenCall): Role {
  const role = description.roles[suffixOf(description, call)];
  if (!role) {
    throw new Error(`The description of ${description.adapter.patternName} does not know "${call.block}".`);
  }
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
