import { execFile } from "node:child_process";
import { promisify } from "node:util";

const patienceMs = 10_000;

/** The version that a program tells; null when it is not here or does not answer in time. */
export async function programVersion(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { env, timeout: patienceMs });
    return /\d+(\.\d+)+/.exec(stdout)?.[0] ?? null;
  } catch {
    return null;
  }
}
