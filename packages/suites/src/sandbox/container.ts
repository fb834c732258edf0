import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { argvOf } from "../process/command.ts";
import type { Ending, Exit } from "../process/exit.ts";
import { descendantTree } from "../process/process-tree.ts";
import { runProcess, signalOf } from "../process/run-process.ts";
import { isOfClient } from "./client-names.ts";
import { containerArguments } from "./container-arguments.ts";
import { inside, insideCwd } from "./inside.ts";
import { removeLeftContainers } from "./left-containers.ts";
import { probe } from "./probe.ts";
import { notStarted } from "./run-guarded.ts";
import type { Enforcement, Sandbox } from "./sandbox.ts";
import { signOfLife } from "./sign-of-life.ts";

const enforces: Enforcement = {
  tree: true,
  network: true,
  files: true,
  // Both block the calls by default.
  keyring: true,
  memory: "tree",
  processes: "tree",
  fileSize: true,
};

/** The image when none is named: it has a shell, git and Node for the bridge to the gateway. */
const defaultImage = "node:24";

/** A container per command, of Docker or Podman. The image decides which programs there are. */
export function container(facts: { program: "docker" | "podman"; image?: string }): Sandbox {
  const { program } = facts;
  const image = facts.image ?? defaultImage;
  // Only what the client needs to find its daemon; the command's variables are added by name.
  const clientEnv = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value = ""]) => (isOfClient(name) ? [[name, value]] : [])),
  );
  // Podman leaves a file named oom where it was started.
  const cwd = tmpdir();
  const ask = (args: readonly string[], env = clientEnv) =>
    runProcess({ argv: [program, ...args], cwd, env, tree: descendantTree, timeoutMs: 120_000 });
  let tidied: Promise<void> | undefined;
  const sandbox: Sandbox = {
    name: facts.image === undefined ? program : `${program}:${facts.image}`,
    enforces,
    entersNamespaces: false,
    workspacePath: () => inside.workspace,
    available: () => probe(sandbox, [program, "version", "--format", "{{.Server.Version}}"]),
    async exec(command, options) {
      if (options.workspace.entrance) {
        return notStarted("its workspace is behind a namespace that this sandbox does not enter");
      }
      const folder = insideCwd(inside.workspace, options.cwd);
      if (folder === null) return notStarted("its working folder is outside the workspace");
      tidied ??= removeLeftContainers(async (args) => (await ask(args)).stdout.text);
      await tidied;
      const name = `x-${randomUUID()}`;
      await using life = await signOfLife();
      const facts = { name, image, cwd: folder, alive: life?.path ?? null };
      const { args, env } = containerArguments(argvOf(command), options, facts);
      const created = await ask(["create", ...args], { ...clientEnv, ...env });
      if (created.code !== 0) return notStarted(created.reason ?? whyNotCreated(created.stderr.text));
      try {
        return await attach(name);
      } finally {
        await ask(["rm", "--force", "--volumes", name]);
      }

      async function attach(id: string): Promise<Exit> {
        const limits = options.limits ?? {};
        const exit = await runProcess({
          argv: [program, "start", "--attach", "--interactive", id],
          ...{ cwd, env: clientEnv },
          tree: descendantTree,
          stdin: options.stdin,
          timeoutMs: limits.timeMs,
          keepBytes: limits.keepBytes,
          maxOutputBytes: limits.outputBytes,
          signal: options.signal,
          onOutput: options.onOutput,
        });
        if (exit.ended !== "itself") await ask(["kill", id]);
        // The client's own code cannot be trusted: Podman's socket has said 0 for a container that ended with 7.
        await ask(["wait", id]);
        const state = await ask([
          "inspect",
          "--format",
          "{{.State.Running}} {{.State.ExitCode}} {{.State.OOMKilled}} {{.State.Status}}",
          id,
        ]);
        const [running, code, oom, status] = state.stdout.text.trim().split(" ");
        // Such a one has an exit code all the same, and Podman says 0.
        if (exit.ended === "itself" && neverRan.has(status!))
          return notStarted(exit.reason ?? firstLine(exit.stderr.text));
        if (running !== "false") return { ...exit, alive: [0], reason: "the container could not be stopped" };
        const failed = exit.ended === "itself" && code !== "0";
        const ended: Ending = failed && oom === "true" ? "memory" : exit.ended;
        const settled = exit.ended === "itself" ? { code: Number(code), signal: signalOf(Number(code)) } : {};
        return { ...exit, ...settled, ended, oom: oom === "true" };
      }
    },
  };
  return sandbox;

  function whyNotCreated(said: string): string {
    if (!/no such image|image not known/i.test(said)) return said.trim();
    return `the image ${image} is not on this machine (${program} pull ${image} fetches it)`;
  }
}

/** States of a container whose command did not begin. */
const neverRan = new Set(["created", "configured", "initialized"]);

function firstLine(text: string): string {
  return text.trim().split("\n")[0] || "the container could not be started";
}
