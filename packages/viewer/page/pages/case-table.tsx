import type { RunView } from "../../src/contract/index.ts";
import { CutName } from "../parts/cut-name.tsx";
import { count, duration, many, money, nameText, percent } from "../parts/format.ts";
import { ScrollBox } from "../parts/scroll-box.tsx";
import { sharedStarts } from "../parts/shared-starts.ts";
import { Card } from "../parts/shell.tsx";
import { href } from "../route.ts";

const most = 500;

/** The cases of a suite: how often each agent passes, what a run costs and takes. */
export function CaseTable({ view, run }: { view: RunView; run: string }) {
  const several = view.subjects.length > 1;
  const agents = sharedStarts(view.subjects.map(({ name }) => name));
  // What each agent made of a case stands together.
  const cases = [...Map.groupBy(view.cases, ({ task }) => task).values()].flat();
  return (
    <Card title="Cases">
      <ScrollBox class={`scroll-x${cases.length > many ? " tall" : ""}`} label="Table of cases">
        <table class="plain">
          <thead>
            <tr>
              <th scope="col" class="col">
                case
              </th>
              {several && (
                <th scope="col" class="col">
                  agent
                </th>
              )}
              <th scope="col" class="col num">
                passed
              </th>
              <th scope="col" class="col num">
                95 % interval
              </th>
              <th scope="col" class="col num">
                cost a run
              </th>
              <th scope="col" class="col num">
                time
              </th>
            </tr>
          </thead>
          <tbody>
            {cases.slice(0, most).map(({ subject, task, passed, of, interval, costUsd, seconds }) => (
              <tr key={`${subject} ${task}`}>
                <th scope="row" class="case">
                  <a href={href("run", run, { subject, task, rep: 0 })}>{nameText(task)}</a>
                </th>
                {several && (
                  <td class="agent">
                    <CutName name={subject} shared={agents.get(subject)} />
                  </td>
                )}
                <td class={`num ${of === 0 ? "" : passed === of ? "good" : "bad"}`}>
                  {of === 0 ? "–" : `${passed} of ${of}`}
                </td>
                <td class="num">{interval ? `${percent(interval[0])} to ${percent(interval[1])}` : "–"}</td>
                <td class="num">{money(costUsd)}</td>
                <td class="num">{seconds === null ? "–" : duration(seconds * 1000)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {cases.length > most && <p class="meta">{count(cases.length - most)} more are in the grid below.</p>}
    </Card>
  );
}
