// `npm run perf -- <name> [words]`: runs one of the measurements in perf/.
import { runNamed } from "./run-named.ts";

await runNamed("perf", "npm run perf");
