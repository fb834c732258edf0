/** What the queue says when a job is not this worker's any more. */
const lost = /missing (?:lock|key)|renew lock|lock mismatch|not in the active state/i;
/** What a server that is away, or on its way out, looks like from here. */
const away = /ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|terminat|clos(?:ed|ing)|shutting down|starting up/i;

/** What a person is told about trouble with the queue: that it passes by itself, where it does. */
export function queueTrouble(message: string): string {
  if (lost.test(message))
    return "The queue: it was away, or did not hear of this worker for a while, and offers a cell of it to others. The records decide whose result stays; nothing needs to be done.";
  const said = `The queue: ${message.replace(/\.$/, "")}`;
  return away.test(message) ? `${said}. It is waited for.` : `${said}.`;
}
