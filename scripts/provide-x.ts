// Before the tests of the product: gives them what they start.
import type { TestProject } from "vitest/node";
import { installed } from "./installed.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The `x` of an installation of the sources as they are. */
    x: string;
    /** Where programs of tests are in few files. */
    programs: string;
  }
}

export default async function provideX(project: TestProject): Promise<void> {
  const provide = async () => {
    const { x, programs } = await installed();
    project.provide("x", x);
    project.provide("programs", programs);
  };
  await provide();
  // Whoever watches has changed the sources.
  project.onTestsRerun(provide);
}
