import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, readFile, rmdir, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";

/** Control groups of this machine in which limits on whole process trees can be set. */
export interface Cgroups {
  /** 2 is the unified hierarchy. */
  readonly version: 1 | 2;
  /** A group of its own for one run; null when none could be made. */
  create(limits: { memoryBytes?: number; processes?: number }): Promise<LimitGroup | null>;
}

/** A control group around one run. */
export interface LimitGroup {
  /** Put before a command, starts it in the group. */
  readonly join: readonly string[];
  /** Did the kernel end a process for want of memory? Null when it does not say. */
  ranOutOfMemory(): Promise<boolean | null>;
  /** Removes the group; its processes must be dead. */
  remove(): Promise<void>;
}

const joinScript = 'while [ "$1" != -- ]; do echo $$ >"$1" || exit 125; shift; done; shift; exec "$@"';

/** Finds control groups this process may make groups in, and tries them; null when there are none. */
export async function findCgroups(): Promise<Cgroups | null> {
  if (process.platform !== "linux") return null;
  const own = await ownGroups();
  for (const candidate of [...unifiedFolders(own), ...legacyFolders(own)]) {
    const cgroups = groupsIn(candidate);
    if (await works(cgroups)) return cgroups;
  }
  return null;
}

interface GroupFolders {
  version: 1 | 2;
  memory: string;
  pids: string;
}

interface OwnGroup {
  version: 1 | 2;
  controllers: readonly string[];
  mount: string;
  folder: string;
}

async function ownGroups(): Promise<OwnGroup[]> {
  const [groups, mounts] = await Promise.all([text("/proc/self/cgroup"), text("/proc/self/mountinfo")]);
  const found: OwnGroup[] = [];
  for (const line of mounts.split("\n")) {
    const [before, after] = line.split(" - ");
    const [, , , root, mount] = before?.split(" ") ?? [];
    const [type, , superOptions] = after?.split(" ") ?? [];
    if (!root || !mount || (type !== "cgroup" && type !== "cgroup2")) continue;
    for (const group of groups.split("\n")) {
      const [, names, ...rest] = group.split(":");
      const path = rest.join(":");
      const controllers = names?.split(",") ?? [];
      const same =
        type === "cgroup2"
          ? names === ""
          : controllers.some((name) => superOptions?.split(",").includes(name));
      const relative = posix.relative(root, path);
      if (!same || names === undefined || relative.startsWith("..")) continue;
      found.push({
        version: type === "cgroup2" ? 2 : 1,
        controllers,
        mount,
        folder: posix.join(mount, relative),
      });
    }
  }
  return found;
}

/** Own group and those around it: a group with processes in it cannot hand its controllers down, one above it can. */
function unifiedFolders(own: readonly OwnGroup[]): GroupFolders[] {
  return own
    .filter(({ version }) => version === 2)
    .flatMap(({ mount, folder }) => {
      const folders: GroupFolders[] = [];
      for (let at = folder; at.startsWith(mount); at = dirname(at)) {
        folders.push({ version: 2, memory: at, pids: at });
        if (at === mount) break;
      }
      return folders;
    });
}

function legacyFolders(own: readonly OwnGroup[]): GroupFolders[] {
  const of = (name: string) =>
    own.find(({ version, controllers }) => version === 1 && controllers.includes(name));
  const memory = of("memory");
  const pids = of("pids");
  return memory && pids ? [{ version: 1, memory: memory.folder, pids: pids.folder }] : [];
}

function groupsIn({ version, memory, pids }: GroupFolders): Cgroups {
  return {
    version,
    async create(limits) {
      const name = `x-${process.pid}-${randomUUID()}`;
      const memoryGroup = join(memory, name);
      const pidsGroup = join(pids, name);
      const folders = [...new Set([memoryGroup, pidsGroup])];
      const remove = async () => {
        for (const folder of folders) await removeGroup(folder);
      };
      try {
        for (const folder of folders) await mkdir(folder);
        if (limits.processes !== undefined)
          await writeFile(join(pidsGroup, "pids.max"), String(limits.processes));
        if (limits.memoryBytes !== undefined) await limitMemory(version, memoryGroup, limits.memoryBytes);
      } catch {
        await remove();
        return null;
      }
      const doors = folders.map((folder) => join(folder, "cgroup.procs"));
      return {
        join: ["sh", "-c", joinScript, "sh", ...doors, "--"],
        async ranOutOfMemory() {
          const facts = await text(join(memoryGroup, version === 2 ? "memory.events" : "memory.oom_control"));
          const count = /^oom_kill (\d+)$/m.exec(facts)?.[1];
          return count === undefined ? null : Number(count) > 0;
        },
        remove,
      };
    },
  };
}

async function limitMemory(version: 1 | 2, folder: string, bytes: number): Promise<void> {
  const set = (name: string, value: string) => writeFile(join(folder, name), value);
  if (version === 1) {
    await set("memory.limit_in_bytes", String(bytes));
    await set("memory.memsw.limit_in_bytes", String(bytes)).catch(() => {});
    return;
  }
  await set("memory.max", String(bytes));
  await set("memory.swap.max", "0").catch(() => {});
  await set("memory.oom.group", "1").catch(() => {});
}

async function works(cgroups: Cgroups): Promise<boolean> {
  const group = await cgroups.create({ memoryBytes: 64 << 20, processes: 16 });
  if (!group) return false;
  try {
    const [program, ...args] = group.join;
    await promisify(execFile)(program!, [...args, "true"]);
    return true;
  } catch {
    return false;
  } finally {
    await group.remove();
  }
}

/** The kernel lets go of a dead process a moment after it is gone. */
async function removeGroup(folder: string): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    try {
      return await rmdir(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EBUSY") return;
      await wait(2 + tries);
    }
  }
}

async function text(path: string): Promise<string> {
  return readFile(path, "utf8").catch(() => "");
}
