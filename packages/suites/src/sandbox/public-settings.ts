import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * What installed programs read below `/etc` and do not work without, wherever a system keeps it; `*` stands for any
 * part of a name. Nothing in which people write down keys and passwords, as in Maven's `settings.xml`, `pip.conf` or
 * the settings of servers.
 */
const settings = [
  "ImageMagick-*",
  "R/ldpaths",
  "R/Makeconf",
  "R/Renviron",
  "R/repositories",
  "alternatives",
  "ca-certificates",
  "chromium.d",
  "crypto-policies",
  "dotnet",
  "fonts",
  "java",
  "java-*",
  "java*-openjdk",
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  "localtime",
  "lsb-release",
  "maven/logging",
  "maven/m2.conf",
  "mime.types",
  "nsswitch.conf",
  "os-release",
  "php.d",
  "php/*/cli",
  "php/*/mods-available",
  "pki/ca-trust",
  "pki/java",
  "pki/tls/certs",
  "pki/tls/openssl.cnf",
  "protocols",
  "python3",
  "services",
  "ssl/cert.pem",
  "ssl/certs",
  "ssl/openssl.cnf",
  "terminfo",
  "timezone",
  "xml",
];

/** Where Debian keeps the packages of Ruby and Haskell, and what TeX was built of. */
const packages = ["var/lib/gems", "var/lib/ghc", "var/lib/texmf"];

/** The files and folders of this machine that they name, each once. */
export function publicSettings(root = "/"): string[] {
  const patterns = [...settings.map((each) => `etc/${each}`), ...packages];
  const named = patterns.flatMap((pattern) => {
    let folders = [root];
    for (const part of pattern.split("/"))
      folders = folders.flatMap((folder) => namesLike(part, folder).map((name) => join(folder, name)));
    return folders;
  });
  return [...new Set(named)].filter((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
}

function namesLike(part: string, folder: string): string[] {
  const [before, after] = part.split("*");
  if (after === undefined) return [part];
  try {
    return readdirSync(folder).filter((name) => name.startsWith(before!) && name.endsWith(after));
  } catch {
    return [];
  }
}
