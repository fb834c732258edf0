import { expect, test } from "vitest";
import { createVirtualTime } from "../../test/support/virtual-time.ts";
import { completeLimits } from "./limits.ts";
import { Slots } from "./slots.ts";

test("a provider without limits of its own has those of all others, whatever it is called", () => {
  const { clock, timer } = createVirtualTime();
  const providers = { acme: { requestsPerMinute: 60 }, "*": { requestsPerMinute: 1 } };
  const slots = new Slots(completeLimits({ providers }), clock, timer);
  for (const name of ["acme", "other", "constructor", "__proto__"])
    expect(slots.provider(name), name).toMatchObject({ name, isOpen: false });
  const open = new Slots(completeLimits({ providers: { acme: {} } }), clock, timer);
  expect(open.provider("constructor").isOpen).toBe(true);
  slots.stop();
  open.stop();
});
