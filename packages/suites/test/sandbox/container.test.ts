import { container } from "../../src/sandbox/container.ts";
import { sandboxConformance } from "./conformance.ts";
import { runWherePossible } from "./run-where-possible.ts";

// Tried for real where a daemon answers and has the image.
const image = process.env.X_TEST_IMAGE;
await runWherePossible("docker", container({ program: "docker", image }), sandboxConformance, {
  needed: false,
});
await runWherePossible("podman", container({ program: "podman", image }), sandboxConformance, {
  needed: false,
});
