import type { Written } from "./write-template.ts";

/** What `x init` has done and found. */
export interface InitFacts extends Written {
  /** The benchmark file, as it is called here. */
  benchmark: string;
  /** Packages that it imports and that are not installed here; it runs all the same. */
  missing: readonly string[];
  /** Whether the folder belonged to a project before. */
  inProject: boolean;
  /** The repository that x runs from; null when it runs from a package. */
  clone: string | null;
}

const suite = "bench/example-suite.json";
const script = "scripted:bench/example-suite.script.json";

/** What `x init` says: what it wrote and left, and what to type next. */
export function initText({ written, left, benchmark, missing, inProject, clone }: InitFacts): string {
  const sections = [
    ["Written:", written.length === 0 ? ["  nothing"] : grouped(written)],
    ["Left as it was:", grouped(left)],
    [
      "Offline and free:",
      steps([
        [`x doctor ${suite}`, "prove the suite"],
        [`x bench ${suite} --model ${script}`, "run it with a scripted model"],
        [`x compare ${benchmark}`, "compare patterns on a simulated model"],
      ]),
    ],
    [
      "With keys, for real:",
      steps([
        [`x doctor`, "which keys are set, and what else is here"],
        [`x bench ${suite}`, "at most $5.00"],
        [
          `x compare ${benchmark} --model openai/gpt-5.4-mini --judge-model anthropic/claude-haiku-4-5 --max-cost 1`,
          "at most $1.00",
        ],
      ]),
    ],
    [
      "x brings what the benchmark imports. To have its types in your editor, as it is on no registry yet:",
      missing.length === 0 ? [] : install(clone),
    ],
    [
      "Keep bench/fixtures and bench/solutions out of your own checks:",
      inProject ? ["  they are a project of their own, which your compiler or linter may find"] : [],
    ],
  ] as const;
  return `${sections
    .filter(([, lines]) => lines.length > 0)
    .map(([head, lines]) => [head, ...lines].join("\n"))
    .join("\n\n")}\n`;
}

/** Files below bench are told by their folder. */
function grouped(paths: readonly string[]): string[] {
  const names = paths.map((path) => /^bench\/[^/]+\//.exec(path)?.[0] ?? path);
  return [...new Set(names)].map((name) => {
    const count = names.filter((each) => each === name).length;
    return name.endsWith("/") ? `  ${name} (${count} ${count === 1 ? "file" : "files"})` : `  ${name}`;
  });
}

/** All packages, since they need each other. */
function install(clone: string | null): string[] {
  const place = clone === null ? "<clone of flow-state-bench>" : JSON.stringify(clone);
  return [
    `  npm --prefix ${place} run build`,
    "  mkdir -p vendor",
    `  npm --prefix ${place} pack --workspaces --pack-destination "$PWD/vendor"`,
    "  npm install --save-dev ./vendor/*.tgz",
  ];
}

/** Each command on a line of its own, to be copied, and below it what it is for. */
function steps(rows: readonly (readonly [string, string])[]): string[] {
  return rows.flatMap(([command, what]) => [`  ${command}`, `      ${what}`]);
}
