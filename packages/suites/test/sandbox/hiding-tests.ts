import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Trial } from "./trial.ts";

/** What is hidden is not seen, though what is around it is shown. */
export function hidingTests({ run, top }: Trial): void {
  test("files and folders that are hidden are not seen where they lie, but what is shown of them", async () => {
    const tools = join(top(), "with 'tools' \\in");
    for (const path of ["bin", "app/node/bin", "app/own"]) mkdirSync(join(tools, path), { recursive: true });
    for (const path of ["bin/a", "app/node/bin/b", "app/own/secret", "secret"])
      writeFileSync(join(tools, path), path);
    const look =
      'cd "$1"; find bin app -type f | sort; cat bin/a app/node/bin/b; cat secret; >app/c || echo no';
    const exit = await run(
      { argv: ["sh", "-c", look, "sh", tools] },
      {
        readable: [tools, join(tools, "app/node")],
        hidden: [join(tools, "app/own"), join(tools, "app"), join(tools, "secret"), join(tools, "absent")],
      },
    );
    expect(exit.stdout.text).toBe("app/node/bin/b\nbin/a\nbin/aapp/node/bin/bno\n");
  });
}
