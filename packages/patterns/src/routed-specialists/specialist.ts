/** Who can be called on for what, by name; the first is called on when the controller names nobody. */
export type Specialists = Readonly<Record<string, string>>;

/** A researcher and a writer. */
export const defaultSpecialists: Specialists = {
  researcher:
    "finds out and works out what the goal needs: facts, numbers, steps, conditions, and checks of what is there",
  writer: "writes the answer to the goal, or a better version of it, from the work so far",
};
