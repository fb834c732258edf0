import { expect, test, vi } from "vitest";
import { UnreachableServerError } from "./unreachable-server-error.ts";

test.each([
  [
    "https://models.test/v1",
    "HTTPS_PROXY",
    "",
    " The proxy in HTTPS_PROXY is taken only with NODE_USE_ENV_PROXY=1.",
  ],
  ["http://models.test/v1", "http_proxy", "1", " Check the proxy in http_proxy as well."],
  ["https://models.test/v1", "HTTP_PROXY", "", ""],
  ["http://127.0.0.1:8000/v1", "HTTP_PROXY", "", ""],
])("%s with %s in the environment", (baseURL, variable, taken, hint) => {
  for (const name of ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"]) vi.stubEnv(name, "");
  vi.stubEnv(variable, "http://proxy.test:3128");
  vi.stubEnv("NODE_USE_ENV_PROXY", taken);
  const { message } = new UnreachableServerError({ modelId: "m", baseURL, variable: undefined, cause: null });
  expect(message).toBe(
    `Nothing answers at ${new URL(baseURL).origin} for m. Check the network, start the server there.${hint}`,
  );
});
