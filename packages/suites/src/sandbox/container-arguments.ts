import { bridged } from "./gateway-bridge.ts";
import { inside, insideEnv } from "./inside.ts";
import type { ExecOptions } from "./sandbox.ts";

const imagePath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/**
 * Arguments of `create`, and the variables its client needs: values go through the client's environment, where other
 * users of the machine cannot read them.
 */
export function containerArguments(
  argv: readonly string[],
  options: ExecOptions,
  facts: { name: string; image: string; cwd: string },
): { args: readonly string[]; env: Record<string, string> } {
  const limits = options.limits ?? {};
  const network = options.network ?? { kind: "none" };
  const env = insideEnv(options, imagePath);
  const command =
    network.kind === "gateway"
      ? bridged("node", { ...network.gateway, socket: inside.gatewaySocket }, argv)
      : argv;
  // Unlike a volume, a mount does not make a folder that is not there.
  const bind = (from: string, to: string, mode: "ro" | "rw") => {
    const fields = ["type=bind", `source=${from}`, `target=${to}`, ...(mode === "ro" ? ["readonly"] : [])];
    return ["--mount", fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(",")];
  };
  const memory = limits.memoryBytes === undefined ? [] : [String(limits.memoryBytes)];
  const args = [
    ...["--name", facts.name, "--interactive", "--read-only", "--cap-drop", "ALL"],
    ...["--security-opt", "no-new-privileges", "--hostname", "sandbox"],
    ...["--user", `${process.getuid?.() ?? 1000}:${process.getgid?.() ?? 1000}`],
    ...(network.kind === "full" ? [] : ["--network", "none"]),
    ...["--tmpfs", "/tmp:rw,exec,mode=1777", "--tmpfs", `${inside.home}:rw,exec,mode=1777`],
    ...["--ulimit", "core=0:0"],
    ...(limits.fileBytes === undefined ? [] : ["--ulimit", `fsize=${limits.fileBytes}:${limits.fileBytes}`]),
    ...memory.flatMap((bytes) => ["--memory", bytes, "--memory-swap", bytes]),
    ...(limits.processes === undefined ? [] : ["--pids-limit", String(limits.processes + 1)]),
    ...(options.readable ?? []).flatMap((path) => bind(path, path, "ro")),
    ...(options.writable ?? []).flatMap((path) => bind(path, path, "rw")),
    ...(network.kind === "gateway" ? bind(network.gateway.socket, inside.gatewaySocket, "rw") : []),
    ...bind(options.workspace.path, inside.workspace, "rw"),
    ...["--workdir", facts.cwd],
    ...Object.keys(env).flatMap((name) => ["--env", name]),
    // The shell is process 1 and buries orphans; as process 1 the command would be deaf to signals.
    ...["--entrypoint", "sh", facts.image, "-c", '"$@"; exit $?', "sh"],
    ...command,
  ];
  return { args, env };
}
