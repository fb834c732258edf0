// The provider of a round, in a process of its own: speaks four wires, breaks calls as the round says, and remembers
// every call it saw. Told `seen` it prints them as one line of JSON, told `calm` it answers every call from then on.
import { flushCompileCache } from "node:module";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { mulberry32, type Random } from "@flow-state-dev/stats";
import { startWireServer } from "../../packages/core/test/wire/start-wire-server.ts";
import type { WireReply, WireRequest, WireUsage } from "../../packages/core/test/wire/wire.ts";
import { isWaiting, type ProviderFault, type RoundPlan } from "../round/round-plan.ts";
import type { SeenCall } from "./seen-call.ts";
import { mostTokens } from "./usage.ts";

// What is killed writes no cache at its end.
flushCompileCache();
const plan = JSON.parse(process.argv[2]!) as RoundPlan;
const fates = new Map<WireRequest, SeenCall["fate"]>();
let calm = false;
let count = 0;

const server = await startWireServer({
  async reply(request) {
    count += 1;
    const random = mulberry32(plan.seed * 31 + count);
    const fate = calm ? "answered" : fateOf(random, request);
    fates.set(request, fate);
    await sleep(plan.latencyMs * random() * 2);
    return fate === "answered" ? answer(request, random) : broken(fate, request, random);
  },
});

/** What only a timeout ends comes up less often: it is what makes a round long. */
function fateOf(random: Random, { model }: WireRequest): SeenCall["fate"] {
  if (random() >= plan.troubleShare) return "answered";
  const fault = anyOf(plan.trouble, random);
  // The judge of a case has as long as any call, which is longer than a round.
  if (plan.kind === "bench" && model === "judge" && isWaiting(fault)) return "answered";
  return isWaiting(fault) && random() < 0.8 ? "answered" : fault;
}

function anyOf<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)]!;
}

/** Keeps to the longest answer that was asked for, as providers do. */
function usageFor({ body }: WireRequest, random: Random): WireUsage {
  const asked = body.max_tokens ?? body.max_completion_tokens ?? body.max_output_tokens;
  const most = Math.min(
    mostTokens.output,
    asked ?? body.generationConfig?.maxOutputTokens ?? mostTokens.output,
  );
  // No prompt has more tokens than bytes.
  const prompt = JSON.stringify(body.messages ?? body.input ?? body.contents ?? "").length / 4;
  const input = Math.ceil(random() * Math.min(mostTokens.input, prompt));
  return { input, output: Math.ceil(random() * most) };
}

function answer(request: WireRequest, random: Random): WireReply & { type: "answer" } {
  const usage = usageFor(request, random);
  if (request.model === "judge") {
    const verdict = () => (random() < 0.7 ? "met" : "unmet");
    const asked = JSON.stringify(request.body);
    const criteria = ["c1", "c2"].filter((id) => asked.includes(`criterion id=\\"${id}\\"`));
    const findings = criteria.map((criterion) => ({
      criterion,
      evidence: "It says so.",
      verdict: verdict(),
    }));
    return { type: "answer", json: { findings }, usage };
  }
  // An agent with tools does its work first.
  const text = JSON.stringify(request.body);
  if (text.includes('"shell"') && !text.includes("x-chaos-worked")) {
    const args = { command: "touch done.txt; echo x-chaos-worked" };
    return { type: "answer", text: ["I touch it. "], toolCalls: [{ name: "shell", args }], usage };
  }
  return { type: "answer", text: ["It is ", "done."], usage };
}

function broken(fault: ProviderFault, request: WireRequest, random: Random): WireReply | Promise<WireReply> {
  const whole = answer(request, random);
  switch (fault) {
    case "429":
      return { type: "refusal", status: 429, headers: { "retry-after-ms": "60" } };
    case "529":
      return { type: "refusal", status: 529 };
    case "500":
      return { type: "refusal", status: 500 };
    case "long-retry-after":
      return { type: "refusal", status: 429, headers: { "retry-after": "86400" } };
    case "odd-retry-after":
      return {
        type: "refusal",
        status: 503,
        headers: { "retry-after": anyOf(["-5", "soon", "1e99", ""], random) },
      };
    case "reset":
      return { type: "hang-up" };
    case "garbage":
      return {
        type: "garbage",
        body: anyOf(['{"choices": [{"mess', "", "<html>502</html>", "null", "[]"], random),
      };
    case "cut":
      return { ...whole, ending: { type: "cut", after: 2 } };
    case "short":
      return { ...whole, ending: { type: "short" } };
    case "slow":
      return sleep(800, whole);
    case "silence":
      return { type: "silence" };
    case "stall":
      return { ...whole, ending: { type: "stall", after: 2 } };
    case "endless":
      return { type: "endless", piece: `${" ".repeat(16_000)}\n`, gapMs: 10 };
    case "odd-usage":
      return { ...whole, usage: anyOf(oddUsage, random) as WireUsage };
  }
}

const oddUsage = [
  ...[
    { input: -5, output: 3 },
    { input: 1e12, output: 1e12 },
    { input: 1.5, output: 0.5 },
  ],
  ...[
    { input: "12", output: null },
    { input: 0, output: 0 },
  ],
];

function seen(): SeenCall[] {
  return server.requests.map((request) => ({
    requestId: request.requestId,
    callId: (request.headers["x-call-id"] as string | undefined) ?? null,
    fate: fates.get(request) ?? "answered",
    billed: request.billed ?? null,
  }));
}

console.log(JSON.stringify(server.env));
for await (const line of createInterface({ input: process.stdin })) {
  if (line === "calm") calm = true;
  else console.log(JSON.stringify(seen()));
}
// Whoever started it is gone.
process.exit();
