import { join, resolve } from "node:path";
import { copyBase } from "./copy-workspace.ts";
import { fetchCommit, folderFacts } from "./git-source.ts";
import { house as openHouse } from "./house.ts";
import { lookAt } from "./look.ts";
import type { OverlayStyle } from "./overlay-mount.ts";
import { overlayOfFolder, overlayOfOwn } from "./prepare-overlay.ts";
import type { Preparing } from "./preparing.ts";
import { privateFolder, removePrivateFolder, sweepLeftovers, workspacesRoot } from "./private-folder.ts";
import { probeOverlay } from "./probe-overlay.ts";
import { makeHarmless, takeSnapshot } from "./snapshot.ts";
import type { SourceSpec } from "./source.ts";
import { wholeOrGone } from "./whole-or-gone.ts";
import type { WorkspaceBase } from "./workspace.ts";
import { WorkspaceError } from "./workspace-error.ts";

/** How workspaces are made. */
export type WorkspaceMethod = "overlay" | "copy";

/** Where workspaces are made and kept: a private folder of this process. */
export interface Workspaces extends AsyncDisposable {
  readonly method: WorkspaceMethod;
  /** Why it is not the quicker method, in a sentence; null when there is nothing to tell. */
  readonly notice: string | null;
  /**
   * Gets the files of a source ready, once for any number of workspaces. A folder is copied, so that nobody has to
   * leave it alone meanwhile; with overlays a large one is used where it lies (`live` decides otherwise). Throws
   * WorkspaceError, or PreparingStoppedError.
   */
  prepare(source: SourceSpec, options?: { live?: boolean } & Preparing): Promise<WorkspaceBase>;
  /** Removes everything. May be called twice. */
  dispose(): Promise<void>;
}

/**
 * Opens the place for workspaces, after removing what dead processes left there. `auto` takes overlays where they
 * work; a sandbox that does not enter namespaces needs `copy`. Throws WorkspaceError when `overlay` does not work.
 */
export async function openWorkspaces(
  options: {
    method?: WorkspaceMethod | "auto";
    /** Where the private folder is; default the system's folder for temporary files. */
    parent?: string;
    /** Default: the one that works. */
    overlayStyle?: OverlayStyle;
  } = {},
): Promise<Workspaces> {
  const asked = options.method ?? "auto";
  const root = await workspacesRoot(options.parent);
  await sweepLeftovers(root);
  const folder = await privateFolder(root);
  const probe = asked === "copy" ? null : await probeOverlay(folder, options.overlayStyle);
  if (asked === "overlay" && probe?.ok === false) {
    await removePrivateFolder(folder);
    throw new WorkspaceError("Overlays do not work here", probe.reason, "Choose workspaces by copy instead.");
  }
  const style = probe?.ok ? probe.style : null;
  let disposed: Promise<void> | null = null;
  const workspaces: Workspaces = {
    method: style === null ? "copy" : "overlay",
    notice:
      probe?.ok === false
        ? `Each workspace is a full copy, since overlays do not work here: ${probe.reason}`
        : null,
    prepare: (source, how) => prepare(source, folder, style, how),
    dispose() {
      disposed ??= removePrivateFolder(folder);
      return disposed;
    },
    [Symbol.asyncDispose]: () => workspaces.dispose(),
  };
  const house = openHouse(folder);

  async function prepare(
    spec: SourceSpec,
    top: string,
    overlay: OverlayStyle | null,
    { live, ...preparing }: { live?: boolean } & Preparing = {},
  ): Promise<WorkspaceBase> {
    if (spec.kind === "git") {
      const room = await house.room("source");
      const snapshot = join(room, "snapshot");
      return wholeOrGone(room, async () => {
        const source = await fetchCommit(spec.repository, spec.ref, snapshot, preparing);
        await makeHarmless(snapshot);
        return overlay
          ? overlayOfOwn(snapshot, { house, style: overlay, source })
          : copyBase({ house, source, snapshot, room });
      });
    }
    const path = resolve(spec.path);
    if (`${top}/`.startsWith(path === "/" ? "/" : `${path}/`)) {
      throw new WorkspaceError(
        `The workspace ${path} cannot be used`,
        "workspaces are made in it",
        "Choose a smaller folder.",
      );
    }
    if (!lookAt(`${path}/.`)?.isDirectory()) {
      const what = `The workspace ${path} cannot be used`;
      throw lookAt(path)?.isDirectory()
        ? new WorkspaceError(
            what,
            "it may not be looked into",
            "Make it readable, or choose another workspace.",
          )
        : new WorkspaceError(what, "it is not a folder", "Check the path.");
    }
    const source = await folderFacts(path);
    if (overlay) return overlayOfFolder(path, { house, style: overlay, source, live, preparing });
    const room = await house.room("source");
    const snapshot = join(room, "snapshot");
    preparing.onProgress?.({ doing: "copying", files: null });
    return wholeOrGone(room, async () => {
      await takeSnapshot(path, snapshot, preparing);
      return copyBase({ house, source, snapshot, room });
    });
  }
  return workspaces;
}
