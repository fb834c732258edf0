import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Network } from "../../src/sandbox/sandbox.ts";
import type { Trial } from "./trial.ts";

/** A command reaches what it may and nothing else. */
export function networkTests(trial: Trial): void {
  const { sandbox, top, run } = trial;
  const { enforces } = sandbox;
  describe("network", () => {
    let servers: Server[];
    let port: number;
    let otherPort: number;
    let socket: string;
    const get = (at: number | string) =>
      `node -e 'require("node:http").get("http://127.0.0.1:${at}/", (r) => r.pipe(process.stdout)).on("error", (e) => { console.log("no: " + e.code); process.exit(9); })'`;

    beforeAll(async () => {
      const answer = (text: string) => () =>
        createServer((connection) => {
          connection.on("error", () => {});
          connection.once("data", () => connection.end(`HTTP/1.0 200 OK\r\n\r\n${text}`));
        });
      const big = "g".repeat(300_000);
      servers = [answer(big)(), answer("other")(), answer(big)()];
      const listen = (server: Server, where: number | string) =>
        new Promise<number>((resolve) => {
          const done = () => resolve((server.address() as { port: number }).port);
          if (typeof where === "number") server.listen(where, "127.0.0.1", done);
          else server.listen(where, done);
        });
      port = await listen(servers[0]!, 0);
      otherPort = await listen(servers[1]!, 0);
      socket = join(top(), "gateway.sock");
      await listen(servers[2]!, socket);
    });
    afterAll(() => {
      for (const server of servers) server.close();
    });

    test("none: not even the loopback of the host", async () => {
      if (!enforces.network) return expect(enforces.network).toBe(false);
      expect(await run(get(port), { network: { kind: "none" } })).toMatchObject({ code: 9 });
      expect((await run("cat /proc/net/dev | tail -n +3 | cut -d: -f1")).stdout.text.trim()).toBe("lo");
    });

    test("none: a loopback of its own works", async () => {
      const talk = `node -e '
          const s = require("node:http").createServer((q, r) => r.end("own")).listen(0, "127.0.0.1", () =>
            require("node:http").get({ port: s.address().port, host: "127.0.0.1" }, (r) => { r.pipe(process.stdout); s.close(); }))'`;
      expect((await run(talk)).stdout.text).toBe("own");
    });

    // Those of virtual machines (40) lead past every namespace of networks, to whatever the machine runs in.
    if (["bubblewrap", "unshare"].includes(sandbox.name)) {
      const open = "print join ' ', grep { socket(my $s, $_, 1, 0) || socket($s, $_, 2, 0) } 0 .. 63";
      const opened = async (network: Network) =>
        (await run({ argv: ["perl", "-e", open] }, { network })).stdout.text.split(" ");

      test("none and gateway: no sockets but those that a network of its own keeps in", async () => {
        for (const network of [{ kind: "none" }, { kind: "gateway", gateway: { socket, port } }] as const) {
          const families = await opened(network);
          expect(families).toEqual(expect.arrayContaining(["1", "2", "16"]));
          expect(families.filter((each) => !["1", "2", "10", "16"].includes(each))).toEqual([]);
        }
        expect(await opened({ kind: "full" })).toEqual(expect.arrayContaining(["1", "2", "16"]));
      });
    }

    // One of the user's desktop may be behind such a name, and types what it is told to.
    if (["bubblewrap", "unshare"].includes(sandbox.name))
      test("full: no sockets of the host by names that are no files, where the kernel can tell them apart", async () => {
        const name = `x-conformance-${process.pid}-${sandbox.name}`;
        const desktop = createServer((connection) => connection.end("desktop"));
        servers.push(desktop);
        await new Promise<void>((resolve) => desktop.listen(`\0${name}`, resolve));
        const network = { kind: "full" } as const;
        const connect = `use Socket; socket(S, AF_UNIX, SOCK_STREAM, 0); connect(S, sockaddr_un("\\0${name}")) and print <S>`;
        // As many as Landlock has ways to restrict; sockets by their names came with the sixth.
        const known = Number(
          (await run({ argv: ["perl", "-e", "print syscall(444, 0, 0, 1)"] })).stdout.text,
        );
        const reached = (await run({ argv: ["perl", "-e", connect] }, { network })).stdout.text;
        expect(reached).toBe(known < 6 ? "desktop" : "");
        const own = `socket(L, AF_UNIX, SOCK_STREAM, 0); bind(L, sockaddr_un("\\0own")); listen(L, 1); socket(S, AF_UNIX, SOCK_STREAM, 0); connect(S, sockaddr_un("\\0own")) and print "own"`;
        expect((await run({ argv: ["perl", "-e", `use Socket; ${own}`] }, { network })).stdout.text).toBe(
          "own",
        );
      });

    // The others have the name and the addresses that the host gives them.
    if (["bubblewrap", "unshare"].includes(sandbox.name))
      test("none: the machine knows itself by its name", async () => {
        const ask = `node -e 'require("node:dns").lookup(require("node:os").hostname(), (e, at) => console.log(e?.code ?? at))'`;
        expect((await run(ask)).stdout.text).toBe("127.0.0.1\n");
      });

    test("gateway: it and nothing else", async () => {
      const network = { kind: "gateway", gateway: { socket, port } } as const;
      const exit = await run(get(port), { network });
      expect(exit).toMatchObject({ code: 0, stdout: { bytes: 300_000 } });
      expect(await run("exit 6", { network })).toMatchObject({ ended: "itself", code: 6 });
      expect(await run("kill -TERM $$", { network })).toMatchObject({ code: 143, signal: "SIGTERM" });
      expect(await run("cat", { network, stdin: "in" })).toMatchObject({ stdout: { text: "in" } });
      if (enforces.network) expect(await run(get(otherPort), { network })).toMatchObject({ code: 9 });
    });

    test("gateway: options for the command's Node are not for the way to the gateway", async () => {
      const network = { kind: "gateway", gateway: { socket, port } } as const;
      const env = { NODE_OPTIONS: "--require /no/such/file.cjs" };
      const exit = await run('echo "$NODE_OPTIONS"; env | grep -c NODE_OPTIONS', { network, env });
      expect(exit).toMatchObject({ code: 0, stdout: { text: `${env.NODE_OPTIONS}\n1\n` } });
    });

    test("full: what the host reaches", async () => {
      const exit = await run(get(otherPort), { network: { kind: "full" } });
      if (["docker", "podman"].includes(sandbox.name)) return expect(exit.ended).toBe("itself");
      expect(exit).toMatchObject({ code: 0, stdout: { text: "other" } });
    });
  });
}
