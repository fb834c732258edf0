import { spawn } from "node:child_process";

const openers: Readonly<Record<string, readonly string[]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

/** Opens a link in the browser, where there is one; nothing happens where there is none. */
export function openBrowser(link: string): void {
  const [command, ...args] = openers[process.platform] ?? ["xdg-open"];
  const child = spawn(command!, [...args, link], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
