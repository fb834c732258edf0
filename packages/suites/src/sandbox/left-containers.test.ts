import { expect, test } from "vitest";
import { thisProcess } from "../process/process-name.ts";
import { ownLabel, removeLeftContainers } from "./left-containers.ts";

const here = thisProcess();
const gone = { ...here, pid: 2 ** 22 + 1 };

/** A client with these containers, which tells what it removed. */
function clientWith(containers: Record<string, string>) {
  const asked: string[][] = [];
  const ask = async (args: readonly string[]) => {
    asked.push([...args]);
    if (args[0] === "ps") return Object.keys(containers).join("\n");
    if (args[0] === "inspect")
      return Object.entries(containers)
        .map(([id, label]) => `${id} ${label}\n`)
        .join("");
    return "";
  };
  return { ask, removed: () => asked.filter(([verb]) => verb === "rm").flatMap((args) => args.slice(3)) };
}

test("a label is the name of this process", () => {
  expect(JSON.parse(ownLabel().replace("x.owner=", ""))).toEqual(here);
});

test("only containers of processes that have ended here are removed", async () => {
  const client = clientWith({
    mine: JSON.stringify(here),
    dead: JSON.stringify(gone),
    again: JSON.stringify({ ...here, started: (here.started ?? 0) - 1 }),
    elsewhere: JSON.stringify({ ...gone, boot: "another machine" }),
    namespace: JSON.stringify({ ...gone, namespace: "pid:[1]" }),
    unknown: JSON.stringify({ ...gone, boot: null }),
    strange: "<no value>",
  });
  await removeLeftContainers(client.ask);
  expect(client.removed()).toEqual(["dead", "again"]);
});

test("without any nothing is asked to be removed", async () => {
  const client = clientWith({});
  await removeLeftContainers(client.ask);
  expect(client.removed()).toEqual([]);
});
