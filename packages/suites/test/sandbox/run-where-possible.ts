import { expect, test } from "vitest";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";

/**
 * Runs a conformance suite where the sandbox works. Where it does not, it must say why; in CI a sandbox that every
 * Debian has must work.
 */
export async function runWherePossible(
  name: string,
  sandbox: Sandbox,
  suite: (name: string, sandbox: Sandbox) => void,
  { needed }: { needed: boolean },
): Promise<void> {
  const availability = await sandbox.available();
  if (availability.ok || (needed && process.env.CI)) return suite(name, sandbox);
  test(`${name} says why it does not work here: ${availability.reason}`, async () => {
    expect(availability.reason).not.toBe("");
    const exit = await sandbox.exec({ argv: ["true"] }, { workspace: { path: "/" } });
    expect(exit).toMatchObject({ ended: "not-started", alive: [] });
  });
}
