import { toErrorRecord } from "@flow-state-dev/core";
import type { AgentReport } from "../../agent/agent-report.ts";
import { diskUseOf, together } from "../../workspace/disk-use.ts";
import type { WorkspaceDisk } from "../../workspace/workspace.ts";
import type { DiskVerdict } from "./disk-guard.ts";

/**
 * How an agent ended that wrote too much, or was stopped for a full disk. Whoever called it off, or had done its work
 * before, is not asked about a disk that others filled.
 */
export function endOnDisk(report: AgentReport, verdict: DiskVerdict | null, calledOff: boolean): AgentReport {
  if (verdict === null || calledOff) return report;
  const wasBroken = ["cancelled", "infrastructure", "crashed"].includes(report.ended);
  if (verdict.fault === "machine" && !wasBroken) return report;
  const { ended: _ended, ...figures } = report;
  const error = toErrorRecord(verdict.error);
  const ended = verdict.fault === "own" ? "crashed" : "infrastructure";
  return { ...figures, ended, detail: error.message, error };
}

/** The disk of a workspace, with what lies in another folder counted too. */
export function withFolder(disk: WorkspaceDisk, folder: string): WorkspaceDisk {
  return {
    folder: disk.folder,
    async written(open) {
      const [inWorkspace, beside] = [await disk.written(open), await diskUseOf(folder, open)];
      return inWorkspace && beside && together([inWorkspace, beside]);
    },
  };
}
