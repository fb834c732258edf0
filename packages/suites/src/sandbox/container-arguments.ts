import { isOfClient } from "./client-names.ts";
import { bridged } from "./gateway-bridge.ts";
import { inside, insideEnv } from "./inside.ts";
import { ownLabel } from "./left-containers.ts";
import type { ExecOptions } from "./sandbox.ts";

const imagePath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/**
 * Process 1 is a shell, which buries orphans; as process 1 the command would be deaf to signals. It ends everything
 * when nobody holds the sign of life any more: whoever started the container was killed, and nobody else would.
 */
const first = `if [ -p ${inside.alive} ]; then { cat ${inside.alive} && kill -9 -1; } >/dev/null 2>&1 & fi; "$@"; exit $?`;
/** Processes of which `first` consists beside the shell itself. */
const ofFirst = 2;

/**
 * Arguments of `create`, and the variables its client needs: values go through the client's environment, where other
 * users of the machine cannot read them, but for those that would tell the client itself where its daemon is.
 *
 * @param facts.alive a named pipe that has a writer as long as the caller is alive; nothing watches when it is null
 */
export function containerArguments(
  argv: readonly string[],
  options: ExecOptions,
  facts: { name: string; image: string; cwd: string; alive: string | null },
): { args: readonly string[]; env: Record<string, string> } {
  const limits = options.limits ?? {};
  const network = options.network ?? { kind: "none" };
  const variables = Object.entries(insideEnv(options, imagePath));
  const env = Object.fromEntries(variables.filter(([name]) => !isOfClient(name)));
  const gateway = network.kind === "none" ? undefined : network.gateway;
  const command = gateway ? bridged("node", { ...gateway, socket: inside.gatewaySocket }, argv) : argv;
  // Unlike a volume, a mount does not make a folder that is not there.
  const bind = (from: string, to: string, mode: "ro" | "rw") => {
    const fields = ["type=bind", `source=${from}`, `target=${to}`, ...(mode === "ro" ? ["readonly"] : [])];
    return ["--mount", fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(",")];
  };
  const memory = limits.memoryBytes === undefined ? [] : [String(limits.memoryBytes)];
  const args = [
    // To fetch an image takes minutes, of which nobody would know what they are for.
    ...["--pull", "never"],
    ...["--name", facts.name, "--label", ownLabel(), "--interactive", "--read-only", "--cap-drop", "ALL"],
    ...["--security-opt", "no-new-privileges", "--hostname", "sandbox"],
    ...["--user", `${process.getuid?.() ?? 1000}:${process.getgid?.() ?? 1000}`],
    ...(network.kind === "full" ? [] : ["--network", "none"]),
    ...["--tmpfs", "/tmp:rw,exec,mode=1777", "--tmpfs", `${inside.home}:rw,exec,mode=1777`],
    ...["--ulimit", "core=0:0"],
    ...(limits.fileBytes === undefined ? [] : ["--ulimit", `fsize=${limits.fileBytes}:${limits.fileBytes}`]),
    ...memory.flatMap((bytes) => ["--memory", bytes, "--memory-swap", bytes]),
    ...(limits.processes === undefined ? [] : ["--pids-limit", String(limits.processes + 1 + ofFirst)]),
    ...(options.readable ?? []).flatMap((path) => bind(path, path, "ro")),
    ...(options.writable ?? []).flatMap((path) => bind(path, path, "rw")),
    ...(gateway ? bind(gateway.socket, inside.gatewaySocket, "rw") : []),
    ...(facts.alive === null ? [] : bind(facts.alive, inside.alive, "ro")),
    ...bind(options.workspace.path, inside.workspace, "rw"),
    ...["--workdir", facts.cwd],
    ...variables.flatMap(([name, value]) => ["--env", isOfClient(name) ? `${name}=${value}` : name]),
    ...["--entrypoint", "sh", facts.image, "-c", first, "sh"],
    ...command,
  ];
  return { args, env };
}
