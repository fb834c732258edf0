// Builds the page. `node scripts/build-page.ts <folder>` into a folder; `cachedPage` once for each state of the
// sources.
import { createHash, randomUUID } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const home = fileURLToPath(new URL("..", import.meta.url));

/** Builds the page into a folder. */
export async function buildPage(folder: string): Promise<void> {
  const { build, defaultClientConditions } = await import("vite");
  await build({
    configFile: false,
    root: join(home, "page"),
    base: "./",
    resolve: { conditions: ["@flow-state-dev/source", ...defaultClientConditions] },
    logLevel: "error",
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: "es2022",
      modulePreload: false,
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      reportCompressedSize: false,
      rolldownOptions: { output: { entryFileNames: "app.js", assetFileNames: "app[extname]" } },
    },
  });
}

/** The folder of the page as its sources are now. Several processes may ask at once; each gets a whole one. */
export async function cachedPage(): Promise<string> {
  const root = join(home, "..", "..", "node_modules", ".cache", "flow-state-dev-viewer");
  const folder = join(root, stateOfSources());
  if (existsSync(join(folder, "index.html"))) return folder;
  mkdirSync(root, { recursive: true });
  const fresh = join(root, `building-${randomUUID()}`);
  await buildPage(fresh);
  try {
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(join(folder, "index.html"))) throw error;
  }
  return folder;
}

/** Changes with every file that goes into the page. */
function stateOfSources(): string {
  const hash = createHash("sha256");
  const files = [
    "page/**/*.{ts,tsx,css,html,json}",
    "src/{contract,text}/**/*.ts",
    "../records/src/hidden-characters.ts",
    "scripts/build-page.ts",
    "package.json",
  ];
  for (const file of globSync(files, { cwd: home }).sort()) {
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(join(home, file)))
      .update("\0");
  }
  return hash.digest("hex").slice(0, 16);
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await buildPage(resolve(dirname(fileURLToPath(import.meta.url)), "..", process.argv[2] ?? "dist/page"));
}
