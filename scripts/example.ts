// `npm run example -- <name> [words]`: runs one of the programs in examples/.
import { runNamed } from "./run-named.ts";

await runNamed("examples", "npm run example");
