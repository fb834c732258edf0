import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { mountOverlay, type OverlayStyle } from "./overlay-mount.ts";
import { removeTree } from "./remove-tree.ts";
import { complaintOf, runTool } from "./run-tool.ts";
import { WorkspaceError } from "./workspace-error.ts";

/** How overlays work here, tried for real; or why they do not. */
export type OverlayProbe = { ok: true; style: OverlayStyle } | { ok: false; reason: string };

/** Finds out how overlays can be mounted in a folder. */
export async function probeOverlay(folder: string, asked?: OverlayStyle): Promise<OverlayProbe> {
  if (process.platform !== "linux") return { ok: false, reason: "overlays are only there on Linux" };
  const styles: OverlayStyle[] = asked ? [asked] : process.getuid?.() === 0 ? ["root", "user"] : ["user"];
  let reason = "";
  for (const style of styles) {
    try {
      await tryStyle(join(folder, `probe-${style}`), style);
      return { ok: true, style };
    } catch (error) {
      reason = error instanceof WorkspaceError ? error.why : (error as Error).message;
    }
  }
  return { ok: false, reason };
}

async function tryStyle(room: string, style: OverlayStyle): Promise<void> {
  const at = (name: string) => join(room, name);
  try {
    for (const name of ["cover", "lower", "upper", "work", "merged", "base"])
      await mkdir(at(name), { recursive: true });
    await writeFile(at("lower/kept"), "kept");
    await writeFile(at("lower/gone"), "gone");
    const layers = [at("cover"), at("lower")];
    const mount = await mountOverlay(
      {
        lower: layers,
        upper: at("upper"),
        work: at("work"),
        at: at("merged"),
        base: { layers, at: at("base") },
      },
      style,
    );
    try {
      await rm(`${mount.path}/gone`);
      await writeFile(`${mount.path}/kept`, "changed");
      await rename(`${mount.path}/kept`, `${mount.path}/renamed`);
      const seen = await Promise.all(
        [at("lower/kept"), at("lower/gone"), at("upper/renamed"), `${mount.basePath}/kept`].map((path) =>
          readFile(path, "utf8"),
        ),
      );
      if (seen.join() !== "kept,gone,changed,kept") throw new Error("an overlay does not keep files apart");
      const [program, ...args] = mount.entrance.argv;
      const exit = await runTool([program!, ...args, "cat", join(mount.entrance.path, "renamed")]);
      if (exit.stdout.text !== "changed") throw new Error(complaintOf(exit));
    } finally {
      mount.close();
    }
  } finally {
    await removeTree(room);
  }
}
