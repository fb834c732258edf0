// `npm run fix`: formats everything and mends what the linter can.
import { runTool } from "./tool.ts";

process.exitCode = runTool("biome", ["check", "--write"]) ? 0 : 1;
