// `npm run perf -- view [cells]`: how long a run of many cells takes from a cold start of `x view` until it can be used.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { type ChargeFacts, noUsage } from "@flow-state-dev/core";
import { openStore } from "@flow-state-dev/records";
import { manifestOf, planCells, sweep } from "@flow-state-dev/sweep";
import { readPage } from "@flow-state-dev/viewer";
import { chromium } from "playwright-core";
import { printFigures } from "./shared/figures.ts";
import { type Column, tableText } from "./shared/table.ts";

const cells = Number(process.argv[2] ?? 100_000);
const [subjects, runs] = [10, 5];
const program = process.env.X_CHROMIUM ?? "/usr/bin/chromium";
const bin = fileURLToPath(new URL("../packages/cli/bin/x.js", import.meta.url));
const categories = ["reasoning", "tool-use", "critique-revision", "multi-step-research"];
const charge: ChargeFacts = {
  ...{
    status: "complete",
    finishReason: "stop",
    modelId: "sim/perf",
    usageKnown: "reported",
    costBasis: "prices",
  },
  ...{
    usage: { ...noUsage, inputTokens: 100, outputTokens: 50 },
    costUsd: 0.001,
    streamed: false,
    latencyMs: 1,
  },
  startedAt: new Date().toISOString(),
};

/** A finished run of so many cells, in a store of its own. */
async function makeRun(folder: string): Promise<void> {
  const store = openStore(folder);
  const names = Array.from({ length: subjects }, (_, at) => `subject-${at}`);
  const tasks = Array.from(
    { length: cells / subjects / runs },
    (_, at) => `task-${String(at).padStart(4, "0")}`,
  );
  const plan = planCells({
    subjects: names.map((name) => ({ name })),
    tasks: tasks.map((id) => ({ id, hash: id })),
    runs,
  });
  const manifest = manifestOf(plan, {
    ...{
      kind: "compare",
      name: "large",
      simulated: true,
      models: { executor: "sim/perf", judge: "sim/perf" },
    },
    circumstances: {
      benchmark: {
        subjects: names.map((name, at) => ({ name, kind: at === 0 ? "baseline" : "pattern" })),
        tasks: tasks.map((id, at) => ({ id, category: categories[at % 4]! })),
      },
    },
  });
  let state = 1;
  await sweep({
    ...{ cells: plan, manifest, store, limits: { concurrency: 64 } },
    async runCell(cell, { account }) {
      const call = await account.open({ modelId: "sim/perf", worstCaseUsd: 0.01 });
      call.settle({ ...charge, costUsd: 0.001 * (1 + names.indexOf(cell.subject)) });
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      const score = Math.round((state / 2_147_483_648) * 4) / 4;
      const outcome = { kind: score >= 0.5 ? "passed" : "failed", score } as const;
      return { outcome, artifacts: [{ name: "output", mediaType: "text/plain", content: "an output" }] };
    },
  });
  await store.close();
}

/** Milliseconds from the start of the process to each sign of life, in a browser that is up already. */
async function measure(folder: string) {
  const browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox", "--disable-gpu"] });
  const page = await browser.newPage({ viewport: { width: 1400, height: 950 } });
  const start = performance.now();
  const since = () => Math.round(performance.now() - start);
  const child = spawn(process.execPath, [bin, "view", "last"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
  });
  try {
    let link = "";
    for await (const text of child.stdout) {
      link += String(text);
      if (link.includes("\n")) break;
    }
    const listening = since();
    await page.goto(link.trim());
    const square = page.locator(".sq").first();
    await square.waitFor();
    const grid = since();
    await square.click();
    await page.locator(".evidence").waitFor();
    const evidence = since();
    await page.locator(".verdict, .undecided").first().waitFor({ timeout: 120_000 });
    const verdicts = since();
    return { listening, grid, evidence, verdicts, ...(await scrolling(page)) };
  } finally {
    child.kill();
    await browser.close();
  }
}

/** Scrolls through the cells for two seconds; the middle and the slowest of the frames, in milliseconds. */
async function scrolling(page: import("playwright-core").Page) {
  return page.evaluate(`new Promise((resolve) => {
    const box = document.querySelector(".virtual");
    const frames = [];
    let last = performance.now();
    const end = last + 2000;
    const step = (now) => {
      frames.push(now - last);
      last = now;
      box.scrollTop += 120;
      if (now < end) return requestAnimationFrame(step);
      frames.sort((a, b) => a - b);
      resolve({ frame: Math.round(frames[frames.length >> 1]), slowFrame: Math.round(frames[Math.floor(frames.length * 0.95)]) });
    };
    requestAnimationFrame(step);
  })`) as Promise<{ frame: number; slowFrame: number }>;
}

type Turn = Awaited<ReturnType<typeof measure>>;

const columns: readonly Column<Turn>[] = [
  { title: "listening", of: ({ listening }) => listening },
  { title: "cells drawn", of: ({ grid }) => grid },
  { title: "evidence of one", of: ({ evidence }) => evidence },
  { title: "verdicts", of: ({ verdicts }) => verdicts },
  { title: "a frame", of: ({ frame }) => frame },
  { title: "the slowest of 20", of: ({ slowFrame }) => slowFrame },
];

if (!existsSync(program)) throw new Error(`There is no Chromium at ${program}; set X_CHROMIUM to one.`);
const folder = mkdtempSync(join(tmpdir(), "perf-view-"));
try {
  console.log(`making a run of ${cells} cells …`);
  await makeRun(folder);
  const page = await readPage();
  const sizes = [page["app.js"], page["app.css"]].map((text) => gzipSync(text).length);
  console.log(`the page, gzipped: ${sizes[0]} bytes of script, ${sizes[1]} of style`);
  const turns: Turn[] = [];
  for (let turn = 0; turn < 3; turn++) turns.push(await measure(folder));
  console.log("ms from the start of x view, and of a frame while scrolling");
  console.log(tableText(columns, turns));
  printFigures("view", { cells, scriptBytes: sizes[0], styleBytes: sizes[1], turns });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
