/** For a child process that runs our sources: packages that we import are taken from their sources as well. */
export const fromSource = "--conditions=@flow-state-dev/source";
