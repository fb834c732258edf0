/** How a package of the system is usually got, as a line to type where there is one. */
export function packageLine(name: string): string {
  if (process.platform === "darwin") return `brew install ${name}`;
  return process.platform === "linux"
    ? `sudo apt install ${name}, or what your system has instead`
    : `install ${name}`;
}
