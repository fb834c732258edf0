import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { SeenCall } from "../programs/seen-call.ts";
import type { RoundPlan } from "./round-plan.ts";

/** The provider of a round. Dispose of it and it ends. */
export interface ProviderProcess extends AsyncDisposable {
  /** Variables that lead every model here. */
  env: Record<string, string>;
  /** Everything it saw so far. */
  seen(): Promise<SeenCall[]>;
  /** No more faults from now on. */
  calm(): void;
}

const program = fileURLToPath(new URL("../programs/provider.ts", import.meta.url));

/** Starts the provider of a round in a process of its own, so that nothing that happens to the round happens to it. */
export async function startProvider(plan: RoundPlan): Promise<ProviderProcess> {
  const words = ["--conditions=@flow-state-dev/source", program, JSON.stringify(plan)];
  const child = spawn(process.execPath, words, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "close");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error("The provider of the round ended by itself; its message is above.");
    return JSON.parse(value as string);
  };
  return {
    env: await line(),
    seen() {
      child.stdin.write("seen\n");
      return line();
    },
    calm: () => void child.stdin.write("calm\n"),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
