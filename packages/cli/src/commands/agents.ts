import { listAgents } from "@flow-state-dev/suites";
import { agentsTable } from "../agents/agents-table.ts";
import { suiteHere } from "../help/suite-here.ts";
import { fitLines } from "../text/fit-lines.ts";
import { jsonText } from "../text/json-text.ts";
import { terminalColumns } from "../text/terminal-columns.ts";
import type { XContext } from "../x-context.ts";

/** `x agents`: the agents that can be benchmarked, which are here, and the line that gets the others. */
export async function agents(this: XContext, { json }: { json?: boolean }): Promise<void> {
  const listed = await listAgents({ env: this.process.env ?? {} });
  this.process.stdout.write(
    json
      ? jsonText(listed)
      : fitLines(agentsTable(listed, suiteHere(process.cwd())), terminalColumns(process.stdout)),
  );
}
