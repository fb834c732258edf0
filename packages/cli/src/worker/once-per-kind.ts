import { createRedactor } from "@flow-state-dev/records";

/** So many kinds of trouble are told. */
const most = 10;

/** Tells an error once, and those like it no more: what differs from job to job does not make it another. */
export function oncePerKind(say: (message: string) => void): (error: Error) => void {
  const told = new Set<string>();
  const redactor = createRedactor();
  return ({ message }) => {
    const kind = message.replace(/[0-9a-f-]{6,}|\d+/gi, "…");
    if (told.has(kind) || told.size >= most) return;
    told.add(kind);
    say(redactor.text(message));
  };
}
