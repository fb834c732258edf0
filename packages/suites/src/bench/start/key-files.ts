import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { createRedactor } from "@flow-state-dev/records";

/** Files of variables: `.env`, `.env.local`, `.envrc`, `prod.env`, `.dev.vars`. */
const variables = /^\.env|\.env$|^\.dev\.vars/i;
/** Those that show which variables there are; what stands for a value there is none. */
const examples = /[.-](?:example|sample|template|dist|defaults?)$/i;
/** Looked at for the shapes of keys. */
const others =
  /\.(?:pem|key)$|^id_(?:rsa|dsa|ecdsa|ed25519)$|^\.(?:npmrc|yarnrc(?:\.yml)?|pypirc|netrc|git-credentials)$|^(?:config|credentials)$|(?:credential|secret|service[-_]?account)[^/]*\.(?:json|ya?ml|toml|ini|txt)$/i;
/** Stores of keys that cannot be looked into. */
const sealed = /\.(?:p12|pfx|jks|keystore)$/i;
/** Tokens and passwords by the names that programs give them; `${NAME}` only says where one is found. */
const named =
  /(?:_authToken|_auth|_password|npmAuthToken|npmAuthIdent|^[ \t]*password)\s*[=:]\s*["']?(?!\$)[^\s"']|\bpassword\s+\S/im;

const mostBytes = 256 * 1_024;

/** Whether a file in this folder looks like it holds keys, by its name and its content. Never throws. */
export type KeyFileTest = (folder: string, name: string) => boolean;

/**
 * Looks for keys in files that usually hold them: variables (`.env` and the like), private keys, and what package
 * managers, git and clouds keep tokens in. The first 256 KiB count. Other files are not looked at.
 */
export function keyFileTest(): KeyFileTest {
  const redactor = createRedactor();
  return (folder, name) => {
    if (sealed.test(name)) return true;
    const holdsVariables = variables.test(name);
    if (!holdsVariables && !others.test(name)) return false;
    const text = beginningOf(join(folder, name), mostBytes);
    // By lines: a name without a value says nothing about the next one.
    if (text.split("\n").some((line) => redactor.text(line) !== line)) return true;
    if (!holdsVariables) return named.test(text);
    return !examples.test(name) && createRedactor({ env: variablesIn(text) }).text(text) !== text;
  };
}

/** What a file of variables sets, without those that lead to another one. */
function variablesIn(text: string): Record<string, string> {
  const lines = text.matchAll(
    /^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=[ \t]*(["']?)([^\r\n]*?)\2[ \t\r]*$/gm,
  );
  return Object.fromEntries(
    [...lines].map(([, name, , value]) => [name!, value!.startsWith("$") ? "" : value!]),
  );
}

/** The first bytes of a file as text; empty when it cannot be read. */
export function beginningOf(path: string, most: number): string {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    // Most files are small, and a large buffer for each takes longer than reading them.
    const bytes = Buffer.allocUnsafe(Math.min(most, fstatSync(file).size));
    return bytes.toString("utf8", 0, readSync(file, bytes, 0, bytes.length, 0));
  } catch {
    return "";
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
