// `npm run chaos`: random sweeps and suites with random faults, for a set time; docs/chaos.md tells what is checked.
import { existsSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { endProcess, findProcesses } from "./checks/find-processes.ts";
import { parseOptions, usage } from "./options.ts";
import { emptyReport, reportLines, runChaos } from "./run-chaos.ts";

const options = parseOptions(process.argv.slice(2), Date.now() % 1_000_000_000);
if (typeof options === "string") {
  console.error(`${options}\n${usage}`);
  process.exit(2);
}

/** Ends what this process has started, by its id. */
function endOwn(): void {
  if (existsSync("/proc/self"))
    for (const { pid } of findProcesses(`x-chaos-${process.pid}-`, "/no-such-folder")) endProcess(pid);
}

const report = emptyReport();
function tell(): void {
  for (const line of reportLines(report)) console.log(line);
  console.log(JSON.stringify({ ...report, violated: report.violated.map(({ seed }) => seed) }));
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => {
    endOwn();
    tell();
    process.exit(130);
  });

// Everything that is started inherits it: others on this machine come first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
console.log(`Seeds from ${options.seed} on.`);
await runChaos(options, (line) => console.log(line), report);
tell();
process.exitCode = report.violated.length > 0 ? 1 : 0;
