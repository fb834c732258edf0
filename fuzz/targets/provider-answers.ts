import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import fc from "fast-check";
import { applyMiddleware } from "../../packages/core/src/model/apply-middleware.ts";
import type { LanguageModel } from "../../packages/core/src/model/language-model.ts";
import { knownProviders } from "../../packages/core/src/model/providers/known-providers.ts";
import { isRetryable, retryAfterMs } from "../../packages/core/src/model/retryable.ts";
import type { Charge } from "../../packages/core/src/money/charge.ts";
import { createAccount } from "../../packages/core/src/money/create-account.ts";
import { meter } from "../../packages/core/src/money/meter.ts";
import { createPriceTable } from "../../packages/core/src/money/price-table.ts";
import { providerCostUsd } from "../../packages/core/src/money/provider-cost.ts";
import { costAtRates } from "../../packages/core/src/money/rates.ts";
import { readWireUsage, type WireUsage } from "../../packages/core/src/money/wire-usage.ts";
import { type FuzzTarget, holds, isAmount } from "../fuzz-target.ts";
import { hostileJson, hostileObject } from "../inputs/hostile-json.ts";
import { graftedJson, mutatedText } from "../inputs/mutated-text.ts";
import { goodStreams, wireNames, wireWords } from "../inputs/wire-samples.ts";

const providers = {
  anthropic: "anthropic-messages",
  openai: "openai-responses",
  "openai-chat": "openai-chat",
  google: "gemini",
} as const;
type Provider = keyof typeof providers;

interface Input {
  provider: Provider;
  body: string;
  streamed: boolean;
  status: number;
}

const value = hostileJson(wireNames, wireWords);
const prices = createPriceTable({ overrides: { "some/model": { input: 3, output: 15 } } });

/** What providers answer, through the SDKs and the meter: every call ends in one charge that can be added up. */
export const providerAnswers: FuzzTarget = {
  name: "provider-answers",
  holds: "a call ends in an answer or an Error, and in exactly one charge of an amount or of null",
  share: 2,
  open() {
    let answer: () => Response = () => new Response();
    const models = new Map<Provider, Promise<LanguageModel>>();
    const modelOf = (provider: Provider) => {
      const known = knownProviders.find(({ name }) => name === provider)!;
      const made = models.get(provider) ?? Promise.resolve(known.load(settings(() => answer())));
      models.set(provider, made as Promise<LanguageModel>);
      return made as Promise<LanguageModel>;
    };
    return {
      inputs: fc.constantFrom(...(Object.keys(providers) as Provider[])).chain(inputsFor),
      async check(input: Input) {
        const { body, status, streamed } = input;
        const type = streamed ? "text/event-stream" : "application/json";
        answer = () => new Response(body, { status, headers: { "content-type": type } });
        await checkCall(await modelOf(input.provider), input);
      },
    };
  },
};

function settings(answer: () => Response) {
  return { model: "m", apiKey: "key", baseURL: "http://127.0.0.1:9", fetch: async () => answer() } as never;
}

function inputsFor(provider: Provider): fc.Arbitrary<Input> {
  const events = goodStreams[providers[provider]];
  const event = fc.oneof(
    graftedJson(events, value),
    graftedJson(events, value),
    hostileObject(wireNames, wireWords),
  );
  const stream = fc
    .array(event, { maxLength: 5 })
    .map((all) => all.map((data) => `data: ${data}\n\n`).join(""));
  const good = events.map((each) => `data: ${JSON.stringify(each)}\n\n`).join("");
  const status = fc.constantFrom(200, 200, 200, 200, 429, 500);
  return fc.oneof(
    fc.record({
      provider: fc.constant(provider),
      body: fc.oneof(stream, stream, mutatedText([good])),
      streamed: fc.constant(true),
      status,
    }),
    fc.record({ provider: fc.constant(provider), body: event, streamed: fc.constant(false), status }),
  );
}

const call: LanguageModelV4CallOptions = {
  prompt: [{ role: "user", content: [{ type: "text", text: "hello" }] }],
};

async function checkCall(model: LanguageModel, { streamed }: Input): Promise<void> {
  const charges: Charge[] = [];
  const ledger = { opened: () => {}, charged: (charge: Charge) => void charges.push(charge) };
  const account = createAccount({ name: "cell", payer: "subject", ledger });
  const metered = applyMiddleware(
    model,
    meter({ modelId: "some/model", account, prices, onWarning: () => {} }),
  );
  try {
    if (!streamed) await metered.doGenerate(call);
    else for await (const _ of (await metered.doStream(call)).stream);
  } catch (error) {
    holds(error instanceof Error, `it threw ${String(error)}`);
  }
  holds(charges.length === 1, `${charges.length} charges for one call`);
  const [{ costUsd, usage }] = charges as [Charge];
  holds(costUsd === null || isAmount(costUsd), `it costs ${costUsd}`);
  for (const [name, tokens] of Object.entries(usage)) holds(isAmount(tokens), `${name} is ${tokens}`);
  holds(isAmount(account.spentUsd) && account.openCalls === 0, `spent ${account.spentUsd}`);
}

/** Usage, cost and errors as they are read from raw JSON. */
export const rawAnswers: FuzzTarget = {
  name: "raw-answers",
  holds: "tokens, costs and waiting times read off raw JSON are amounts, or nothing",
  share: 10,
  open: () => ({
    inputs: fc.array(fc.oneof(graftedJson(Object.values(goodStreams).flat(), value), value), {
      maxLength: 4,
    }),
    check: checkRaw,
  }),
};

function checkRaw(texts: readonly string[]): void {
  let usage: WireUsage | undefined;
  for (const text of texts) {
    const raw = parsed(text);
    usage = readWireUsage(raw, usage);
    if (usage) {
      for (const [name, tokens] of Object.entries(usage.usage))
        holds(isAmount(tokens), `${name} is ${tokens}`);
      const cost = costAtRates({ input: 3, output: 15 }, usage.usage);
      holds(isAmount(cost), `it costs ${cost}`);
    }
    for (const metadata of [
      { x: raw },
      { openrouter: { usage: raw } },
      { gateway: raw },
      { x: { costUsd: raw } },
    ]) {
      const cost = providerCostUsd(metadata as never, raw);
      holds(cost === undefined || isAmount(cost), `the provider's figure is ${cost}`);
    }
    holds(typeof isRetryable(raw) === "boolean", "neither retryable nor not");
    const wait = retryAfterMs({ headers: raw, data: raw });
    holds(wait === undefined || isAmount(wait), `it is to wait ${wait} ms`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
