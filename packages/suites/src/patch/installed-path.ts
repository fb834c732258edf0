/** Does a path, or a line of a patch that names one, lead into a folder of what is installed or built? */
export function isInstalledPath(path: string): boolean {
  return /(?:^|[ /])(?:node_modules|\.venv|target|vendor)\//.test(path);
}
