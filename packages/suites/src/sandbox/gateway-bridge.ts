import type { SandboxGateway } from "./sandbox.ts";

/**
 * Runs inside a sandbox without network: listens on its own loopback, hands every connection on to the Unix socket of
 * the gateway, starts the command and ends as it ended. It is a program in a string because inside there is no file
 * of ours to read.
 */
const program = `
const net = require("node:net"), { spawn } = require("node:child_process"), { constants } = require("node:os");
const [socket, port, file, ...args] = process.argv.slice(1);
const server = net.createServer({ allowHalfOpen: true }, (inside) => {
  const outside = net.connect({ path: socket, allowHalfOpen: true });
  const drop = () => { inside.destroy(); outside.destroy(); };
  inside.on("error", drop); outside.on("error", drop);
  inside.pipe(outside); outside.pipe(inside);
});
server.on("error", (error) => { console.error("the gateway cannot be reached: " + error.message); process.exit(125); });
server.listen(Number(port), "127.0.0.1", () => {
  const { X_NODE_OPTIONS: options, ...others } = process.env;
  const env = options === undefined ? others : { ...others, NODE_OPTIONS: options };
  const child = spawn(file, args, { stdio: "inherit", env });
  child.on("error", (error) => { console.error(file + ": " + error.message); process.exit(error.code === "ENOENT" ? 127 : 126); });
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
});
`;

/** What the suite says of its Node is meant for the command: the bridge would load files that are not there, or wait. */
const withoutOptions = `
[ -z "\${NODE_OPTIONS+set}" ] || { export X_NODE_OPTIONS="$NODE_OPTIONS"; unset NODE_OPTIONS; }
exec "$@"
`;

/** The command with the bridge to the gateway around it. `node` is the path of Node inside. */
export function bridged(node: string, gateway: SandboxGateway, argv: readonly string[]): string[] {
  const bridge = [node, "-e", program, "--", gateway.socket, String(gateway.port), ...argv];
  return ["sh", "-c", withoutOptions, "sh", ...bridge];
}
