/** Flags of `x bench`, as they are parsed. */
export interface BenchFlags {
  concurrent?: number;
  output?: string;
  verbose?: boolean;
  agent?: readonly string[];
  model?: string;
  judgeModel?: string;
  runs?: number;
  case?: readonly string[];
  tag?: readonly string[];
  budget?: number;
  resume?: boolean;
  sandbox?: "auto" | "bubblewrap" | "unshare" | "docker" | "podman" | "host";
  keep?: string;
  failUnder?: number;
}
