import { expect, test } from "vitest";
import { containerArguments } from "./container-arguments.ts";

const facts = { name: "n", image: "image", cwd: "/workspace", alive: null };

test("variables that its client reads itself do not reach the client", () => {
  const given = { HOME: "/theirs", DOCKER_HOST: "tcp://theirs", XDG_RUNTIME_DIR: "/theirs", KEY: "secret" };
  const { args, env } = containerArguments(["true"], { workspace: { path: "/folder" }, env: given }, facts);
  expect(Object.keys(env).filter((name) => ["PATH", "HOME", "DOCKER_HOST"].includes(name))).toEqual([]);
  expect(env.KEY).toBe("secret");
  const line = args.join(" ");
  for (const part of [
    "--env HOME=/home/agent",
    "--env DOCKER_HOST=tcp://theirs",
    "--env KEY ",
    "--env PATH=/",
  ])
    expect(line).toContain(part);
});

test("a pipe that only the caller holds open is told to process 1", () => {
  const options = { workspace: { path: "/folder" } };
  const { args } = containerArguments(["true"], options, { ...facts, alive: "/somewhere/alive" });
  expect(args).toContain('"type=bind","source=/somewhere/alive","target=/run/alive","readonly"');
});

test("a container is closed, limited, and told values only by name", () => {
  const { args, env } = containerArguments(
    ["cat", "a b"],
    {
      workspace: { path: "/folder" },
      env: { KEY: "secret" },
      limits: { memoryBytes: 1000, processes: 5, fileBytes: 9 },
    },
    { name: "n", image: "image", cwd: "/workspace/sub", alive: null },
  );
  const line = args.join(" ");
  expect(line).not.toContain("secret");
  expect(env.KEY).toBe("secret");
  for (const part of [
    "--read-only",
    "--cap-drop ALL",
    "--security-opt no-new-privileges",
    "--network none",
    "--memory 1000 --memory-swap 1000",
    "--pids-limit 8",
    "--ulimit fsize=9:9",
    '--mount "type=bind","source=/folder","target=/workspace"',
    "--workdir /workspace/sub",
    "--env KEY",
  ]) {
    expect(line).toContain(part);
  }
  expect(args.slice(-2)).toEqual(["cat", "a b"]);
});

test("the gateway is reached from inside, also with the whole network, where the loopback is another", () => {
  const gateway = { socket: "/somewhere/s", port: 4321 };
  for (const kind of ["gateway", "full"] as const) {
    const options = { workspace: { path: "/folder" }, network: { kind, gateway } };
    const { args } = containerArguments(["true"], options, facts);
    expect(args.join(" ").includes("--network none")).toBe(kind === "gateway");
    expect(args).toContain('"type=bind","source=/somewhere/s","target=/run/gateway.sock"');
    expect(args.slice(-3)).toEqual(["/run/gateway.sock", "4321", "true"]);
  }
});
