// `npm run example -- <name or path> [words]`: runs one of the programs in examples/, or a file of your own.
import { runNamed } from "./run-named.ts";

await runNamed("examples", "npm run example");
