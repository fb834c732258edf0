import type { Charge } from "../money/charge.ts";
import type { BlockFailed, BlockFinished, BlockStarted, FlowEvent, OnEvent } from "./events.ts";

/** One block run in a trace. */
export interface TraceNode {
  started: BlockStarted;
  /** Absent while it runs. */
  ended?: BlockFinished | BlockFailed;
  /** Its own calls, not those of blocks inside it. */
  charges: Charge[];
  children: TraceNode[];
  /** Everything else it told, in order. */
  events: FlowEvent[];
}

/** A run as a tree. */
export interface Trace {
  /** To be given to `runBlock`. */
  onEvent: OnEvent;
  /** The outermost block run of each run it listened to. */
  readonly roots: readonly TraceNode[];
}

/** Collects the events of runs, one after the other, into trees. Keeps everything: for looking at, not for sweeps. */
export function createTrace(): Trace {
  const roots: TraceNode[] = [];
  let nodes = new Map<string, TraceNode>();
  return {
    roots,
    onEvent(event) {
      if (event.type === "block.started") {
        const node: TraceNode = { started: event, charges: [], children: [], events: [] };
        if (event.parentId === undefined) {
          nodes = new Map();
          roots.push(node);
        } else nodes.get(event.parentId)?.children.push(node);
        nodes.set(event.id, node);
        return;
      }
      const node = nodes.get(event.id);
      if (!node) return;
      if (event.type === "block.finished" || event.type === "block.failed") node.ended = event;
      else if (event.type === "call.charged") node.charges.push(event.charge);
      else node.events.push(event);
    },
  };
}
