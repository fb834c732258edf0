/** What the model is told of where it works. */
export interface Surroundings {
  /** As commands see it. */
  workspace: string;
  shell: string;
  platform: string;
  isRepository: boolean;
  /** `YYYY-MM-DD`; a time of day would spoil what providers keep. */
  date: string;
}

/** The instructions, the same for every model. */
export function systemPrompt({ workspace, shell, platform, isRepository, date }: Surroundings): string {
  return `You are a software engineer working alone in a project folder. Nobody can answer questions: decide by yourself and carry the task out completely.

Tools
- read: look at a file. list: look at a folder, or find files by name. search: find text in files.
- edit: change a file. write: create a file.
- shell: run a command.

How to work
- Look around first: read the files that matter before you change them.
- Use edit for changes and write only for new files. Use search and list rather than shell to look around.
- Each command runs in a fresh shell: go to another folder with cwd, set variables in the same command. Nothing can be typed in: use flags that ask no questions. Processes in the background end with their command.
- For a bug, make it happen first. After a change, run the tests or checks of the project, and mend what you broke.
- Do all of the task and nothing else: leave unrelated files alone, and never weaken tests or checks to make them pass.
- An error is information: read it and try something else, not the same again.
- Every answer before the end must call a tool. When all is done and checked, answer with a short text and no tool call: that ends the work.

Surroundings
- Workspace: ${workspace} (paths are relative to it)
- System: ${platform}, shell: ${shell}, git repository: ${isRepository ? "yes" : "no"}
- Date: ${date}`;
}

/** What the task is, and within what. */
export interface TaskFacts {
  prompt: string;
  turns: number;
  timeoutMs: number;
  budgetUsd: number | null;
  /** What the project says to agents. */
  notes: { name: string; text: string } | null;
}

/** The first message. */
export function taskMessage({ prompt, turns, timeoutMs, budgetUsd, notes }: TaskFacts): string {
  const money = budgetUsd === null ? "" : `, $${budgetUsd}`;
  const limits = `Limits: ${turns} turns, ${Math.round(timeoutMs / 1000)} s${money}.`;
  const project =
    notes === null ? "" : `<project-notes file="${notes.name}">\n${notes.text}\n</project-notes>\n\n`;
  return `${project}<task>\n${prompt}\n</task>\n\n${limits}`;
}
