import { randomUUID } from "node:crypto";
import { argvOf } from "../process/command.ts";
import type { Ending, Exit } from "../process/exit.ts";
import { descendantTree } from "../process/process-tree.ts";
import { runProcess } from "../process/run-process.ts";
import { containerArguments } from "./container-arguments.ts";
import { inside, insideCwd } from "./inside.ts";
import { probe } from "./probe.ts";
import { notStarted } from "./run-guarded.ts";
import type { Enforcement, Sandbox } from "./sandbox.ts";

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
    ["PATH", "HOME", "DOCKER_HOST", "DOCKER_CONTEXT", "CONTAINER_HOST", "XDG_RUNTIME_DIR"].flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]]],
    ),
  );
  const ask = (args: readonly string[], env = clientEnv) =>
    runProcess({ argv: [program, ...args], env, tree: descendantTree, timeoutMs: 120_000 });
  const sandbox: Sandbox = {
    name: program,
    enforces,
    entersNamespaces: false,
    workspacePath: () => inside.workspace,
    available: () => probe(sandbox, [program, "version", "--format", "{{.Server.Version}}"]),
    async exec(command, options) {
      if (options.workspace.entrance) {
        return notStarted("its workspace is behind a namespace that this sandbox does not enter");
      }
      const cwd = insideCwd(inside.workspace, options.cwd);
      if (cwd === null) return notStarted("its working folder is outside the workspace");
      const name = `x-${randomUUID()}`;
      const { args, env } = containerArguments(argvOf(command), options, { name, image, cwd });
      const created = await ask(["create", ...args], { ...clientEnv, ...env });
      if (created.code !== 0) return notStarted(created.reason ?? created.stderr.text.trim());
      try {
        return await attach(name);
      } finally {
        await ask(["rm", "--force", "--volumes", name]);
      }

      async function attach(id: string): Promise<Exit> {
        const limits = options.limits ?? {};
        const exit = await runProcess({
          argv: [program, "start", "--attach", "--interactive", id],
          env: clientEnv,
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
          "{{.State.Running}} {{.State.ExitCode}} {{.State.OOMKilled}}",
          id,
        ]);
        const [running, code, oom] = state.stdout.text.trim().split(" ");
        if (running !== "false") return { ...exit, alive: [0], reason: "the container could not be stopped" };
        const failed = exit.ended === "itself" && code !== "0";
        const ended: Ending = failed && oom === "true" ? "memory" : exit.ended;
        const settled =
          exit.ended === "itself" ? { code: Number(code), signal: signalFor(Number(code)) } : {};
        return { ...exit, ...settled, ended, oom: oom === "true" };
      }
    },
  };
  return sandbox;
}

function signalFor(code: number): string | null {
  const known: Record<number, string> = {
    130: "SIGINT",
    134: "SIGABRT",
    137: "SIGKILL",
    139: "SIGSEGV",
    143: "SIGTERM",
  };
  return known[code] ?? null;
}
