import { FlowError } from "../errors/flow-error.ts";
import { nearestName } from "../text/nearest-name.ts";

/** A simulated model that does not exist. */
export class UnknownSimProfileError extends FlowError {
  override readonly name = "UnknownSimProfileError";

  constructor(profile: string, known: readonly string[]) {
    const meant = nearestName(profile, known);
    const hint = meant ? ` Did you mean sim/${meant}?` : "";
    super(
      `There is no simulated model "sim/${profile}".${hint} Known are ${known.map((name) => `sim/${name}`).join(", ")}.`,
      { code: "sim-profile-unknown", details: { profile } },
    );
  }
}
