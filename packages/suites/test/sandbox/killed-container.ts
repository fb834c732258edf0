// Runs a command in a container until it is ended by force: used by the test of killed callers.
import { container } from "../../src/sandbox/container.ts";

const [program, path, seconds] = process.argv.slice(2) as ["docker" | "podman", string, string];
const sandbox = container({ program, image: process.env.X_TEST_IMAGE });
await sandbox.exec({ shell: `touch began; sleep ${seconds}` }, { workspace: { path } });
