import { FlowError } from "@flow-state-dev/core";
import { type Run, shortRunId } from "@flow-state-dev/records";
import { shellWord } from "../text/shell-word.ts";
import { visibleLine } from "../text/visible-text.ts";

/** A run was to be put beside itself, of which nothing could come but zeros. */
class SameRunError extends FlowError {
  override readonly name = "SameRunError";

  constructor({ id, manifest: { name, subjects } }: Run) {
    const [one, other] = subjects.map((subject) => shellWord(visibleLine(subject, 60)));
    const two = other === undefined ? "" : `, or two subjects of it: --subject ${one} --subject ${other}`;
    super(
      `Both are the same run, ${shortRunId(id)} of ${visibleLine(name, 60)}: nothing is compared. Name another one, which x runs lists${two}.`,
      { code: "same-run" },
    );
  }
}

/**
 * Throws when two runs are one, unless two subjects of it are put beside each other. One that it does not have is told
 * elsewhere.
 */
export function refuseSameRun(a: Run, b: Run, subjects: { a: string; b: string } | undefined): void {
  if (a.id !== b.id) return;
  if (subjects === undefined || (subjects.a === subjects.b && a.manifest.subjects.includes(subjects.a)))
    throw new SameRunError(a);
}
