import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import type { Trial } from "./trial.ts";
import { processesWith, uniqueSeconds } from "./watch-host.ts";

/** Only the workspace can be written, and nothing of the user can be read. */
export function fileTests(trial: Trial): void {
  const { top, folder, run } = trial;
  describe("files", () => {
    test("no further namespace can be made, in which a command would be root", async () => {
      const exit = await run("unshare --user --map-root-user true && echo made");
      expect(exit.stdout.text).not.toContain("made");
    });

    test("folders with blanks and odd signs in their names can be shown", async () => {
      const [read, write] = ["a readable\tone", "100% 'writable' \\one"].map((name) => join(top(), name));
      for (const path of [read!, write!]) mkdirSync(path, { recursive: true });
      writeFileSync(join(read!, "in"), "shown");
      const exit = await run(
        { argv: ["sh", "-c", 'cat "$0/in"; echo out > "$1/out"; echo no > "$0/out"', read!, write!] },
        { readable: [read!], writable: [write!] },
      );
      expect(exit).toMatchObject({ ended: "itself", stdout: { text: "shown" } });
      expect(readFileSync(join(write!, "out"), "utf8")).toBe("out\n");
      expect(exit.stderr.text).toMatch(/Read-only|Permission/);
    });

    test("home, keys and other workspaces cannot be read", async () => {
      const other = join(top(), "other-workspace");
      const home = process.env.HOME!;
      const secretAtHome = join(home, `.x-conformance-${process.pid}`);
      mkdirSync(other, { recursive: true });
      writeFileSync(join(other, "secret"), "other-secret");
      writeFileSync(secretAtHome, "home-secret");
      symlinkSync(join(other, "secret"), join(folder(), "link"));
      symlinkSync(secretAtHome, join(folder(), "home-link"));
      symlinkSync("/etc/shadow", join(folder(), "shadow-link"));
      try {
        const paths = [
          `${other}/secret`,
          secretAtHome,
          "link",
          "home-link",
          "shadow-link",
          "/etc/shadow",
          "/root/.ssh/id_rsa",
        ];
        const exit = await run(
          `cat ${paths.join(" ")}; ls -a ${home} ${top()}; find / -xdev -name 'secret' 2>/dev/null`,
        );
        expect(exit.stdout.text).not.toContain("secret");
        expect(exit.stdout.text).not.toContain("root:");
        expect(exit.stderr.text).toContain("No such file");
      } finally {
        rmSync(secretAtHome, { force: true });
      }
    });

    test("other processes cannot be seen, read or signalled", async () => {
      const seconds = uniqueSeconds();
      const outsider = spawn("sleep", [seconds], { env: { OUTSIDE_KEY: "outside-secret" } });
      vi.stubEnv("PATH", `${process.env.PATH}:/outside-secret/bin`);
      try {
        const id = outsider.pid!;
        const exit = await run(
          `cat /proc/${id}/environ /proc/${process.pid}/environ /proc/*/environ | tr '\\0' '\\n'; kill -9 ${id} ${process.pid}; kill -9 -1; :`,
        );
        expect(exit.stdout.text).not.toContain("outside-secret");
        expect(exit.stdout.text).not.toContain(`PWD=${process.cwd()}\n`);
        expect(processesWith(seconds)).toEqual([id]);
      } finally {
        outsider.kill("SIGKILL");
      }
    });

    test("nothing outside the workspace can be written", async () => {
      const spots = [
        top(),
        tmpdir(),
        "/var/tmp",
        "/usr",
        "/usr/local/bin",
        "/etc",
        "/",
        process.env.HOME!,
        "/dev/shm",
        "/run",
        "/opt",
      ];
      const file = `x-conformance-${uniqueSeconds()}`;
      await run(
        `for d in ${spots.join(" ")}; do mkdir -p $d 2>/dev/null; echo x >$d/${file}; done 2>/dev/null`,
      );
      const written = spots.filter((spot) => statSync(join(spot, file), { throwIfNoEntry: false }));
      expect(written).toEqual([]);
    });

    test("settings of the kernel cannot be written, though the command may be the host's root by its id", async () => {
      const setting = "/proc/sys/kernel/core_pattern";
      const before = readFileSync(setting, "utf8");
      const exit = await run(
        `cat ${setting} >/tmp/same && cat /tmp/same >${setting} && echo wrote; find /proc -path '/proc/[0-9]*' -prune -o -type f ! -path '/proc/key*' -writable -print; :`,
      );
      expect(exit.stdout.text).toBe("");
      expect(readFileSync(setting, "utf8")).toBe(before);
    });

    test("the system cannot be changed by way of mounts or devices", async () => {
      const exit = await run(
        "mount -o remount,rw /usr; mount -t tmpfs t /mnt; umount /usr; mknod dev b 8 0; chroot . /bin/true; cat /proc/self/status",
      );
      expect(exit.stdout.text).toMatch(/CapEff:\s0+\n/);
      expect(exit.stdout.text).toMatch(/NoNewPrivs:\s1\n/);
      expect((await run("ls -A")).stdout.text).toBe("");
    });

    test("home and /tmp are empty, its own, and can be written", async () => {
      // Of a project in /tmp the way to its Node is there.
      const list = `ls -A -I ${nodeBelowTmp()} "$HOME" /tmp`;
      const exit = await run(`${list}; echo a >"$HOME/a" && echo b >/tmp/b && cat "$HOME/a" /tmp/b`);
      expect(exit.stdout.text).toMatch(/^\S+:\n\n\S+:\na\nb\n$/);
      expect((await run(`${list} | grep -v :`)).stdout.text.trim()).toBe("");
    });

    test("folders that were allowed are there, read-only or not", async () => {
      const readable = join(top(), "readable");
      const writable = join(top(), "writable");
      for (const path of [readable, writable]) {
        mkdirSync(path, { recursive: true });
        writeFileSync(join(path, "text"), "allowed");
      }
      const line = `cat ${readable}/text; echo more >${writable}/more; echo x >${readable}/x`;
      const exit = await run(line, { readable: [readable], writable: [writable] });
      expect(exit.stdout.text).toBe("allowed");
      expect(readFileSync(join(writable, "more"), "utf8")).toBe("more\n");
      expect(statSync(join(readable, "x"), { throwIfNoEntry: false })).toBeUndefined();
    });
  });
}

/** The first folder below /tmp on the way to Node; a name that nothing has when it is elsewhere. */
function nodeBelowTmp(): string {
  const [, top = "", first = ""] = process.execPath.split("/");
  return top === "tmp" ? first : "no-such-name";
}
