import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { parse } from "yaml";
import { usePostgres } from "../../records/test/postgres/support/use-postgres.ts";
import { runProgram } from "./run-program.ts";
import { runX } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

const server = usePostgres();

const read = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), "utf8");
const compose = parse(read("examples/machines/compose.yaml"));
const kubernetes = parse(read("examples/machines/kubernetes.yaml"));
const page = read("docs/machines.md");

/** What `x worker` waits for after it is told to stop. */
const drainSeconds = 30;

interface Example {
  command: string[];
  /** Programs that ask how the worker is, and whether it takes cells. */
  probes: string[][];
}

const { worker, database } = compose.services;
const pod = kubernetes.spec.template.spec;
const [container] = pod.containers;
const examples: [string, Example][] = [
  ["compose.yaml", { command: worker.command, probes: [] }],
  [
    "kubernetes.yaml",
    {
      command: container.command,
      probes: [container.livenessProbe.exec.command, container.readinessProbe.exec.command],
    },
  ],
];

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
}

test.each(examples)(
  "the worker of %s starts as it is written, and answers its probes",
  async (_, example) => {
    await using folder = await tempFolder();
    const [npx, x, ...args] = example.command;
    expect([npx, x, args[0]]).toEqual(["npx", "x", "worker"]);
    // Another port than the one of the example, which may be taken here.
    const port = String(await freePort());
    const written = args[args.indexOf("--health") + 1]!;
    const withPort = (texts: readonly string[]) => texts.map((text) => text.replaceAll(written, port));
    let child: ChildProcess | undefined;
    const running = runX(withPort(args), {
      cwd: folder.path,
      env: { X_STORE: server.newUrl() },
      onStart: (started) => {
        child = started;
      },
    });
    const health = () => fetch(`http://127.0.0.1:${port}/health`).then(({ status }) => status);
    await vi.waitFor(async () => expect(await health()).toBe(200), { timeout: 100_000, interval: 200 });
    for (const [program, ...rest] of example.probes.map(withPort)) {
      const path = program === "node" ? process.execPath : program!;
      expect(await runProgram(path, rest)).toMatchObject({ code: 0 });
    }
    child!.kill("SIGTERM");
    const { code, stderr } = await running;
    expect(code, stderr).toBe(0);
    for (const [program, ...rest] of example.probes.map(withPort)) {
      const path = program === "node" ? process.execPath : program!;
      expect(await runProgram(path, rest)).toMatchObject({ code: 1 });
    }
  },
);

test("the parts of the examples fit each other, and what the page says of them", () => {
  const address = new URL(worker.environment.X_STORE.replace(/\$\{\w+\}/g, "secret"));
  const { POSTGRES_USER, POSTGRES_DB } = database.environment;
  expect(address).toMatchObject({ protocol: "postgres:", hostname: "database", port: "5432" });
  expect([address.username, address.pathname]).toEqual([POSTGRES_USER, `/${POSTGRES_DB}`]);
  expect(database.ports).toEqual([`127.0.0.1:${address.port}:${address.port}`]);
  expect(Object.keys(worker.depends_on)).toEqual(["database"]);
  expect(Object.keys(compose.volumes)).toEqual([database.volumes[0].split(":")[0]]);
  expect(parseInt(worker.stop_grace_period, 10)).toBeGreaterThan(drainSeconds);
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(drainSeconds);
  expect(kubernetes.spec.selector.matchLabels).toEqual(kubernetes.spec.template.metadata.labels);
  expect(read("examples/machines/kubernetes.yaml")).toContain(
    `create secret generic ${container.envFrom[0].secretRef.name} --from-literal=X_STORE=`,
  );
  expect(page).toContain(`ends when those it has are done, ${drainSeconds} seconds later at the latest`);
  // Settings that the page calculates with.
  expect(page).toContain(database.command.at(-1));
});

test("keys that the examples hand on are those that models are called with", async () => {
  const { stdout } = await runX(["models"]);
  const keys = Object.keys(worker.environment).filter((name) => name !== "X_STORE");
  expect(keys.length).toBeGreaterThan(0);
  for (const key of keys) expect(stdout).toContain(key);
});
