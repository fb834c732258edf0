// `npm run check`: format, lint, types, structure.
import { failingChecks } from "./checks.ts";

process.exitCode = failingChecks().length > 0 ? 1 : 0;
