import { describe } from "vitest";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { commandTests } from "./command-tests.ts";
import { descriptorTests } from "./descriptor-tests.ts";
import { fileTests } from "./file-tests.ts";
import { hidingTests } from "./hiding-tests.ts";
import { keyringTests } from "./keyring-tests.ts";
import { limitTests } from "./limit-tests.ts";
import { networkTests } from "./network-tests.ts";
import { survivorTests } from "./survivor-tests.ts";
import { openTrial } from "./trial.ts";

/** What every sandbox must do, and what it must hold commands to when it says that it does. */
export function sandboxConformance(name: string, sandbox: Sandbox): void {
  describe(name, () => {
    const trial = openTrial(sandbox);
    commandTests(trial);
    survivorTests(trial);
    descriptorTests(trial);
    limitTests(trial);
    networkTests(trial);
    if (sandbox.enforces.files) fileTests(trial);
    if (sandbox.entersNamespaces) hidingTests(trial);
    if (sandbox.enforces.keyring) keyringTests(trial);
  });
}

/** The part that depends on how limits are held. */
export function limitConformance(name: string, sandbox: Sandbox): void {
  describe(name, () => limitTests(openTrial(sandbox)));
}
