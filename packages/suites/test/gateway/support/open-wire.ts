import {
  type Account,
  type AccountOptions,
  type Charge,
  createAccount,
  createPriceTable,
} from "@flow-state-dev/core";
import {
  startWireServer,
  type WireServer,
  type WireServerOptions,
} from "../../../../core/test/wire/start-wire-server.ts";
import type { Exchange } from "../../../src/gateway/exchange.ts";
import type { Gateway } from "../../../src/gateway/gateway.ts";
import type { GatewayOptions } from "../../../src/gateway/gateway-options.ts";
import { openGateway } from "../../../src/gateway/open-gateway.ts";

/** A provider, a gateway in front of it, and the books. */
export interface OpenWire extends AsyncDisposable {
  server: WireServer;
  gateway: Gateway;
  account: Account;
  charges: Charge[];
  exchanges: Exchange[];
}

/** Opens all of it on loopback. */
export async function openWire(
  reply: WireServerOptions["reply"],
  options: Partial<GatewayOptions> & { limit?: Partial<AccountOptions> } = {},
): Promise<OpenWire> {
  const server = await startWireServer({ reply });
  const { limit, ...rest } = options;
  const opened = await openBefore(server.env, { ...rest, ...(limit && { limit }) });
  return {
    ...opened,
    server,
    async [Symbol.asyncDispose]() {
      await opened.gateway.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** A gateway in front of whatever the environment names. */
export async function openBefore(
  env: Record<string, string>,
  { limit, ...options }: Partial<GatewayOptions> & { limit?: Partial<AccountOptions> } = {},
) {
  const charges: Charge[] = [];
  const exchanges: Exchange[] = [];
  const ledger = { opened() {}, charged: (charge: Charge) => void charges.push(charge) };
  const account = createAccount({ name: "cell", payer: "agent", ledger, ...limit });
  const gateway = await openGateway({
    account,
    env,
    prices: createPriceTable(),
    agent: "tester",
    onExchange: (exchange) => exchanges.push(exchange),
    ...options,
  });
  return {
    ...{ gateway, account, charges, exchanges },
    [Symbol.asyncDispose]: () => gateway.close(),
  };
}
