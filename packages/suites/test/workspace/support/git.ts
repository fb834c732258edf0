import { execFileSync } from "node:child_process";

/** Runs git as somebody, and gives what it says. */
export function git(cwd: string, ...args: string[]): string {
  return execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
    cwd,
    encoding: "utf8",
  }).trim();
}
