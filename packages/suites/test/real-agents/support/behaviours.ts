import type { WireAnswer, WireReply, WireRequest } from "../../../../core/test/wire/wire.ts";
import { type Behaviour, keyForm, usageOf } from "./model-server.ts";
import { isWork, shellCall, toolResults } from "./tool-calls.ts";

/** Says a word, for its price. */
export function says(text: string, request: WireRequest, call: number): WireAnswer {
  return { type: "answer", text: [text], usage: usageOf(call, request) };
}

/** Lets the agent run a line in its shell; an agent that offers none only wants a word, such as a title. */
export function runs(command: string, request: WireRequest, call: number): WireAnswer {
  const tool = shellCall(request, command, `call_${call}_${toolResults(request)}`);
  if (!tool) return says("Title", request, call);
  return { type: "answer", toolCalls: [tool], usage: usageOf(call, request) };
}

/** Runs the lines one after the other, as far as the conversation has got, then says that it is done. */
export function follows(...commands: string[]): Behaviour {
  return (request, call) => {
    const next = commands[toolResults(request)];
    return next === undefined ? says("All done.", request, call) : runs(next, request, call);
  };
}

/** Never stops calling, at a price; no two calls are alike, so that no agent takes them for a loop. */
export function loops(): Behaviour {
  return (request, call) => ({
    ...runs(`echo step ${call}; head -c 32 /dev/urandom | od -x`, request, call),
    // Near the most that a request of this size can cost, but never more: a token is at least a byte.
    usage: { input: Math.floor(0.9 * JSON.stringify(request.body).length), output: 6_000 },
  });
}

/** So many requests for work are answered otherwise, and then it behaves. */
export function first(
  times: number,
  reply: (request: WireRequest, call: number) => WireReply,
  then: Behaviour,
): Behaviour {
  let left = times;
  return (request, call) => {
    if (left > 0 && isWork(request)) {
      left -= 1;
      return reply(request, call);
    }
    return then(request, call);
  };
}

/** A status and a word for it, and nothing else. */
export function refuses(status: number, error: string): Behaviour {
  return () => ({ type: "refusal", status, error, message: `Not now (${status}).` });
}

/** Something that no wire knows. */
export function babbles(): Behaviour {
  return () => ({ type: "garbage", body: "<html>What?</html>" });
}

/** Ends in the middle of a sentence: properly (`short`), or with its connection (`cut`). */
export function breaksOff(how: "short" | "cut"): Behaviour {
  const ending = how === "short" ? ({ type: "short" } as const) : ({ type: "cut", after: 2 } as const);
  return (request, call) => ({ ...says("", request, call), text: ["This ", "is ", "all"], ending });
}

/**
 * A script that ends the program of the agent itself, and every process between it and the shell it gave us, up to its
 * launch script. In a file, since some agents read the lines they run.
 */
export const crashScript = `p=$PPID list=""
while [ "$p" -gt 1 ] && ! grep -q la[u]nch- "/proc/$p/cmdline"; do
  list="$list $p"
  p=$(sed -n 's/^PPid:[[:space:]]*//p' "/proc/$p/status")
done
kill -9 $list
`;

/**
 * Shows its model all that an agent could find out: its variables, and whatever looks like a key in those of other
 * processes, in its home and in its workspace.
 */
export const looksAround = [
  "env | cut -c1-500 > seen.txt",
  `grep -raohE '${keyForm}' "$HOME" . /proc/[0-9]*/environ /proc/[0-9]*/cmdline 2>/dev/null >> seen.txt`,
  "cat seen.txt",
].join("; ");
