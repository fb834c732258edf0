import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Entrance } from "../sandbox/sandbox.ts";
import { WorkspaceError } from "./workspace-error.ts";

/** How overlays are mounted on this machine. */
export type OverlayStyle =
  /** In a mount namespace, as root: folders of a lower layer can be renamed. */
  | "root"
  /** In a user namespace, as anybody: renaming a folder of a lower layer fails with EXDEV, as in a container. */
  | "user";

/** Layers of an overlay, the uppermost first, and where to mount them. */
export interface OverlayLayers {
  /** What a workspace is made of, below its own changes. */
  lower: readonly string[];
  upper: string;
  /** An empty folder on the file system of `upper`. */
  work: string;
  /** Empty folder on which the workspace appears. */
  at: string;
  /** What it is compared with: at least two layers, and the empty folder on which they appear. */
  base: { layers: readonly string[]; at: string };
}

/** An overlay in namespaces of its own. It is there as long as it is not closed and this process lives. */
export interface OverlayMount {
  /** The workspace and its base, as seen from this process. */
  path: string;
  basePath: string;
  entrance: Entrance;
  close(): void;
}

const script = `
set -e
mount -t overlay overlay -o "$1" "$2"
mount -t overlay overlay -o "$3" "$4"
echo mounted
read -r _
`;

/** Characters with a meaning in the options of a mount; a folder with one of them has to be copied first. */
const special = /[:,\\"'\s]/;

/** Can this folder be a layer? */
export function canBeLayer(path: string): boolean {
  return !special.test(path) && path.length < 1000;
}

/**
 * Mounts an overlay where only holders of its namespaces see it. The process that mounts is gone afterwards: open
 * descriptors of this process keep the namespaces, and with it everything ends, however it ends.
 */
export async function mountOverlay(layers: OverlayLayers, style: OverlayStyle): Promise<OverlayMount> {
  try {
    return await mountOnce(layers, style);
  } catch (error) {
    // Between its birth and a session of its own it was in ours, where a signal from the terminal reached it too.
    if (!((error as Error).cause instanceof SignalledError)) throw error;
    return mountOnce(layers, style);
  }
}

/** Somebody ended the process that mounts. */
class SignalledError extends Error {}

async function mountOnce(layers: OverlayLayers, style: OverlayStyle): Promise<OverlayMount> {
  const features = style === "root" ? "redirect_dir=on,index=off,metacopy=off" : "userxattr,index=off";
  // Nothing in a workspace has to survive a crash of the machine, so nobody waits for the disk.
  const options = `lowerdir=${layers.lower.join(":")},upperdir=${layers.upper},workdir=${layers.work},volatile,${features}`;
  const baseOptions = `lowerdir=${layers.base.layers.join(":")},${features}`;
  const namespaces = style === "root" ? ["--mount"] : ["--user", "--map-root-user", "--mount"];
  const child = spawn(
    "unshare",
    [
      ...namespaces,
      "--propagation",
      "private",
      "sh",
      "-c",
      script,
      "sh",
      options,
      layers.at,
      baseOptions,
      layers.base.at,
    ],
    {
      env: { PATH: process.env.PATH ?? "/usr/bin:/bin" },
      // A session of its own, so that a terminal's Ctrl+C, which lets running cells end, leaves them their workspace.
      detached: true,
      stdio: ["pipe", "pipe", "pipe"],
    },
  );
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const descriptors: number[] = [];
  const open = (path: string): string => {
    descriptors.push(openSync(path, "r"));
    return `/proc/${process.pid}/fd/${descriptors.at(-1)}`;
  };
  try {
    await ready(child);
    const held = `/proc/${child.pid}`;
    const mount = open(`${held}/ns/mnt`);
    const user = style === "user" ? [`--user=${open(`${held}/ns/user`)}`, "--preserve-credentials"] : [];
    // Held two levels above, so that a path kept for too long names nothing when its number was given out again.
    const house = dirname(dirname(layers.at));
    const seen = open(`${held}/root${house}`);
    return {
      path: join(seen, relative(house, layers.at)),
      basePath: join(seen, relative(house, layers.base.at)),
      entrance: { argv: ["nsenter", ...user, `--mount=${mount}`, "--"], path: layers.at },
      close() {
        for (const descriptor of descriptors.splice(0)) closeSync(descriptor);
      },
    };
  } catch (error) {
    for (const descriptor of descriptors) closeSync(descriptor);
    throw new WorkspaceError(
      "An overlay could not be mounted",
      (error as Error).message,
      "Choose workspaces by copy instead.",
      error,
    );
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
}

function ready(child: ReturnType<typeof spawn>): Promise<void> {
  return new Promise((resolve, reject) => {
    let complaint = "";
    child.once("error", reject);
    child.stdin?.on("error", () => {});
    child.stderr!.on("data", (chunk: Buffer) => {
      complaint += chunk.toString();
    });
    child.stdout!.once("data", () => resolve());
    child.once("close", (_code, signal) => {
      const Failed = signal === null ? Error : SignalledError;
      reject(new Failed(complaint.trim().split("\n")[0] || "it ended before it was mounted"));
    });
  });
}
