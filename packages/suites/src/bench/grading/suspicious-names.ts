/**
 * Names of files that grade or decide how is graded, as far as names tell. All are looked at with `/` between parts.
 */

const testFolders = "tests?|__tests__|__snapshots__|__mocks__|specs?|e2e|cypress|features|t";
const testNames = [
  // test.js, tests.py, a.test.ts, run-tests.sh, a_spec.rb, a.cy.ts, basic.t, login.feature
  ...["([^/]+[._-])?(tests?|specs?)\\.[^/]+", "test_[^/]+\\.py", "[^/]+\\.cy\\.[cm]?[jt]sx?"],
  ...["[^/]+\\.(t|feature|snap)"],
];
const testFile = new RegExp(`(^|/)(${testFolders})/|(^|/)(${testNames.join("|")})$`, "i");
/** As in FooTest.java, FooTests.cs, FooSpec.scala: here the case counts, or "contest.py" would be one. */
const testClass =
  /[A-Za-z0-9](Tests?|TestCase|Specs?|IT)\.(java|kts?|cs|fs|vb|scala|groovy|swift|php|mm?|dart)$/;

/** Is it a test, by its path? */
export function isTestPath(path: string): boolean {
  return testFile.test(path) || testClass.test(path);
}

const toolNames = [
  // JavaScript
  ...["package\\.json", "package-lock\\.json", "npm-shrinkwrap\\.json", "yarn\\.lock", "pnpm-lock\\.yaml"],
  ...["pnpm-workspace\\.yaml", "bun\\.lockb?", "deno\\.lock", "tsconfig[^/]*\\.json", "jsconfig\\.json"],
  ...[
    "deno\\.jsonc?",
    "\\.npmrc",
    "\\.yarnrc[^/]*",
    "\\.pnp\\.[cm]?js",
    "\\.pnpmfile\\.cjs",
    "bunfig\\.toml",
  ],
  ...[
    "\\.mocharc[^/]*",
    "\\.babelrc[^/]*",
    "\\.swcrc",
    "\\.nycrc[^/]*",
    "\\.c8rc[^/]*",
    "\\.taprc",
    "\\.eslintrc[^/]*",
  ],
  ...["[^/]+\\.config\\.[^/]+", "[^/]+\\.conf\\.[^/]+", "vitest\\.workspace\\.[^/]+", "biome\\.jsonc?"],
  ...["(jest|vitest|mocha|playwright|cypress|karma|ava|global)?[._-]?setup\\.[cm]?[jt]sx?"],
  ...["(setup|global)[._-]?(tests?|setup|teardown)\\.[cm]?[jt]sx?", "jasmine\\.json", "testem\\.[^/]+"],
  ...["turbo\\.jsonc?", "nx\\.json", "project\\.json", "lerna\\.json", "rush\\.json"],
  // What decides which programs there are and what they see
  ...["\\.env[^/]*", "\\.node-version", "\\.nvmrc", "\\.tool-versions", "\\.(python|ruby|java)-version"],
  ...["makefile", "gnumakefile", "[^/]+\\.mk", "justfile", "taskfile\\.ya?ml", "rakefile"],
  // Ruby, PHP, Elixir, Dart
  ...["gemfile(\\.lock)?", "\\.rspec", "composer\\.(json|lock)", "phpunit\\.xml[^/]*", "mix\\.(exs|lock)"],
  ...["pubspec\\.(yaml|lock)"],
  // Python
  ...[
    "\\.?pytest\\.(ini|toml)",
    "tox\\.ini",
    "setup\\.cfg",
    "setup\\.py",
    "pyproject\\.toml",
    "conftest\\.py",
  ],
  ...[
    "noxfile\\.py",
    "sitecustomize\\.py",
    "usercustomize\\.py",
    "[^/]+\\.pth",
    "manage\\.py",
    "\\.coveragerc",
  ],
  ...["requirements[^/]*\\.txt", "pipfile(\\.lock)?", "(poetry|uv|pdm)\\.lock"],
  // Rust, Go, C, Swift
  ...["cargo\\.(toml|lock)", "build\\.rs", "rust-toolchain(\\.toml)?", "go\\.(mod|sum|work)"],
  ...[
    "cmakelists\\.txt",
    "cmakepresets\\.json",
    "[^/]+\\.cmake",
    "meson\\.build",
    "package\\.(swift|resolved)",
  ],
  ...["(build|workspace|module)(\\.bazel)?", "\\.bazelrc"],
  // Java and .NET
  ...[
    "pom\\.xml",
    "(build|settings)\\.gradle[^/]*",
    "gradle\\.properties",
    "gradlew(\\.bat)?",
    "mvnw(\\.cmd)?",
  ],
  ...["build\\.sbt", "[^/]+\\.(cs|fs|vb)proj", "[^/]+\\.sln", "directory\\.build\\.(props|targets)"],
  ...["[^/]+\\.runsettings", "global\\.json", "nuget\\.config"],
];
const toolFile = new RegExp(`(^|/)(${toolNames.join("|")})$|(^|/)(\\.cargo|\\.mvn|gradle/wrapper)/`, "i");

/** Is it a test script or configuration of a tool, by its path? */
export function isToolPath(path: string): boolean {
  return toolFile.test(path);
}

/** Is it one of an installed package? Folders with a dot hold caches, and `.bin` is looked after elsewhere. */
export function isPackagePath(path: string): boolean {
  return (
    /(^|\/)node_modules\/[^./]/.test(path) ||
    /(^|\/)(\.?venv\/(bin|lib)|site-packages|vendor\/bin)\//.test(path)
  );
}
