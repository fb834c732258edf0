import { boundedAnswer } from "./bounded-answer.ts";
import { ownAnswer } from "./own-answer.ts";
import { patience } from "./patience.ts";
import { RedirectError } from "./redirect-error.ts";

/** More than any server needs to find itself. */
const mostRedirects = 5;

/**
 * `fetch` for requests that carry a key: a redirect is followed only where it keeps the request as it is (307, 308)
 * and stays at the same origin. Any other rejects with a `RedirectError`, and nothing is sent. What is no answer of a
 * model at all, such as the page of a proxy, rejects as `ownAnswer` says, and one without end breaks off as
 * `boundedAnswer` says. One that takes its time is waited for, as `patience` says.
 */
export const guardedFetch: typeof globalThis.fetch = async (input, init) => {
  let target: typeof input = input;
  for (let redirects = 0; ; redirects++) {
    const response = await globalThis.fetch(target, { ...init, ...patience(), redirect: "manual" });
    const { status } = response;
    if (![301, 302, 303, 307, 308].includes(status)) return ownAnswer(boundedAnswer(response), init?.body);
    await response.body?.cancel();
    const from = new URL(target instanceof Request ? target.url : target);
    const location = response.headers.get("location") ?? "";
    const to = location && URL.canParse(location, from.href) ? new URL(location, from) : undefined;
    const same = (status === 307 || status === 308) && to?.origin === from.origin;
    if (!same || redirects >= mostRedirects || target instanceof Request) {
      throw new RedirectError({ status, from, to });
    }
    target = to;
  }
};
