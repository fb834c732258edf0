import { expect, test } from "vitest";
import { containerArguments } from "./container-arguments.ts";

test("a container is closed, limited, and told values only by name", () => {
  const { args, env } = containerArguments(
    ["cat", "a b"],
    {
      workspace: { path: "/folder" },
      env: { KEY: "secret" },
      limits: { memoryBytes: 1000, processes: 5, fileBytes: 9 },
    },
    { name: "n", image: "image", cwd: "/workspace/sub" },
  );
  const line = args.join(" ");
  expect(line).not.toContain("secret");
  expect(env.KEY).toBe("secret");
  for (const part of [
    "--read-only",
    "--cap-drop ALL",
    "--security-opt no-new-privileges",
    "--network none",
    "--memory 1000 --memory-swap 1000",
    "--pids-limit 6",
    "--ulimit fsize=9:9",
    '--mount "type=bind","source=/folder","target=/workspace"',
    "--workdir /workspace/sub",
    "--env KEY",
  ]) {
    expect(line).toContain(part);
  }
  expect(args.slice(-2)).toEqual(["cat", "a b"]);
});
