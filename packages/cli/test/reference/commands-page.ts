import { commandGroups } from "../../src/app.ts";
import { commandHelp } from "../../src/help/command-help.ts";
import { paintFor } from "../../src/text/colour.ts";

const intro = `# Commands

What every \`x … --help\` says. In a clone of this repository \`x\` is \`npm run x --\`; where the packages are installed it is \`npx x\`.

Colours are for terminals only: \`NO_COLOR\` turns them off, \`FORCE_COLOR\` on. Help is as wide as the terminal, up to 100 columns. Exit code 2 means that something has to be set right first: nothing was run, because the command makes no sense as it stands. Only \`x bench\` and \`x compare\` can end with it later, when cell after cell fails for the setup, such as a key that the judge's provider refuses: what had run until then is kept and in the books, the last lines say what to set right, and \`--resume\` goes on. With 10 something broke in the midst of a run, such as a full disk: what was stored is kept, what there is so far is shown, and the last line is the command that goes on. When \`.x\` was deleted or moved meanwhile, a warning at the end says that nothing of the run is kept. At Ctrl-C in a terminal npm itself is interrupted too: what is called by \`npm run\` or \`npx\` then exits with 130, whatever the code of the command. \`X_DEBUG=1\` adds a stack to what could not be foreseen. \`x completion bash\`, \`zsh\` or \`fish\` prints what your shell needs to complete all of this.`;

/** `docs/commands.md`, from the commands themselves. */
export function commandsPage(): string {
  const style = { width: 80, paint: paintFor({}, {}) };
  const sections = Object.entries(commandGroups).flatMap(([group, commands]) => [
    `## ${group}`,
    ...Object.entries(commands).flatMap(([name, command]) => [
      `### x ${name}`,
      `\`\`\`text\n${commandHelp(`x ${name}`, command, command.words, style)}\`\`\``,
    ]),
  ]);
  return `${[intro, ...sections].join("\n\n")}\n`;
}
