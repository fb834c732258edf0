// What an enclosing npm tells its scripts about the project it runs in; the machine's own configuration stays.
const steering =
  /^(init_cwd|npm_(execpath|node_execpath|command|lifecycle_.*|package_.*|config_(local_prefix|workspaces?|include_workspace_root|dry_run|global|location)))$/i;

// What is in npm's cache needs no network; where there is none, npm says so soon instead of trying for minutes.
const sparing = {
  npm_config_prefer_offline: "true",
  npm_config_update_notifier: "false",
  npm_config_fetch_retries: "0",
  npm_config_fetch_timeout: "10000",
};

/** The environment in which a test runs npm for a project of its own, as if typed by hand on this machine. */
export function npmEnvironment(from: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const own = Object.entries(from).filter(([name]) => !steering.test(name));
  return { ...sparing, ...Object.fromEntries(own) };
}
