// Before the tests of the product: gives them the `x` that they start.
import type { TestProject } from "vitest/node";
import { installedX } from "./installed.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The `x` of an installation of the sources as they are. */
    x: string;
  }
}

export default async function provideX(project: TestProject): Promise<void> {
  const provide = async () => project.provide("x", await installedX());
  await provide();
  // Whoever watches has changed the sources.
  project.onTestsRerun(provide);
}
