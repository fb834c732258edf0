import { expect, test } from "vitest";
import { isOfClient } from "./client-names.ts";

test.each([
  "PATH",
  "HOME",
  "DOCKER_HOST",
  "DOCKER_CONTEXT",
  "CONTAINER_HOST",
  "CONTAINERS_CONF",
  "XDG_RUNTIME_DIR",
])("%s tells a client where its daemon or its settings are", (name) => expect(isOfClient(name)).toBe(true));

test.each(["OPENAI_API_KEY", "DOCKER_AUTH_CONFIG", "MY_HOME", "HOMEPAGE", "PATHS"])("%s does not", (name) =>
  expect(isOfClient(name)).toBe(false),
);
