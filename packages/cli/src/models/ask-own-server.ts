import { BlockedPortError, isBlockedPort, UnreachableServerError } from "@flow-state-dev/core";
import { askServer } from "../doctor/machine/server-models.ts";
import { isListed } from "./is-listed.ts";
import { ownServerOf } from "./own-server.ts";
import { unlistedSentence } from "./unlisted-model-error.ts";

/** What the server of a model says about it, in a sentence; empty when there is nothing to say. */
export interface OwnServerAnswer {
  usable: boolean;
  sentence: string;
}

/**
 * Asks the server that a model is on whether it has it, when it is one of one's own: it may not run, or lack the model.
 * Null for models of providers, which are not called. `fullId` is the resolved id.
 */
export async function askOwnServer(fullId: string, env: NodeJS.ProcessEnv): Promise<OwnServerAnswer | null> {
  const own = ownServerOf(fullId, env);
  if (own === null) return null;
  const { baseURL } = own;
  const { name, keyVariables, baseUrlVariable: variable } = own.provider;
  const answer = await askServer(baseURL, own.key);
  const server = `The server at ${new URL(baseURL).origin}`;
  if (answer.kind === "silent") {
    const { cause } = answer;
    const Trouble = isBlockedPort(cause) ? BlockedPortError : UnreachableServerError;
    const { message } = new Trouble({ modelId: fullId, baseURL, variable, cause });
    return { usable: false, sentence: message };
  }
  if (answer.kind === "no-list") {
    if (answer.status !== 401 && answer.status !== 403) {
      const bare = new URL(baseURL).pathname === "/";
      const address = bare ? ` Its address in ${variable} usually ends with /v1.` : "";
      return { usable: true, sentence: `${server} does not say which models it has.${address}` };
    }
    const [keyVariable] = keyVariables;
    const way = !keyVariable
      ? `Set ${variable} to one that needs no key`
      : own.key
        ? `Check the key in ${keyVariable}`
        : `Set ${keyVariable} to its key`;
    return { usable: false, sentence: `${server} answers with ${answer.status}. ${way}.` };
  }
  if (isListed(fullId, name, answer.ids)) return { usable: true, sentence: "" };
  const sentence = unlistedSentence({ modelId: fullId, provider: name, baseURL, ids: answer.ids });
  // Ollama refuses what it does not have; servers of one model take any name.
  if (name === "ollama") return { usable: false, sentence };
  return { usable: true, sentence: `${sentence} It may refuse it.` };
}
