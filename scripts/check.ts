// `npm run check`: format, lint, types, structure, nothing unused.
import { failingChecks } from "./checks.ts";

process.exitCode = failingChecks().length > 0 ? 1 : 0;
