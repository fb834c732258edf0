import type { CellView } from "../../src/contract/index.ts";
import { report } from "../data/load.ts";
import { bytes, count, counted, duration, fixed, money } from "../parts/format.ts";
import { outcomeWord, Swatch } from "../parts/outcome.tsx";
import { unbroken } from "../parts/unbroken.ts";
import { LongText } from "./long-text.tsx";
import { markQuotes } from "./marked-output.tsx";
import { patchLines } from "./patch-text.tsx";
import { Timeline } from "./timeline.tsx";
import { unquoted } from "./unquoted.ts";

/** All there is to see of a cell, the most telling first. */
export function CellEvidence({ cell }: { cell: CellView }) {
  const texts = { run: cell.run, cell };
  return (
    <div class="evidence">
      <p class="meta">{factsOf(cell)}</p>
      <TimingBar cell={cell} />
      {cell.error && <p class="trouble">{unbroken(cell.error)}</p>}
      {cell.suspect && (
        <p class="meta bad">The machine was starved while this ran: its times are not to be trusted.</p>
      )}
      {cell.notes.map((note) => (
        <p key={note} class="meta">
          {unbroken(note)}
        </p>
      ))}
      {cell.criteria.map((criterion, at) => (
        <div key={criterion.criterion} class="crit">
          <b>
            <span class={criterion.verdict}>
              {criterion.split ? "split" : criterion.verdict.replace("-", " ")}
            </span>{" "}
            {criterion.criterion}
            <sup>{at + 1}</sup>
          </b>
          {criterion.evidence && <q>{unquoted(criterion.evidence)}</q>}
          {criterion.votes.length > 1 && (
            <details>
              <summary>{counted(criterion.votes.length, "vote")}</summary>
              <ul>
                {criterion.votes.map((vote) => (
                  <li key={`${vote.judge} ${vote.repeat}`}>
                    {vote.judge}
                    {vote.repeat > 0 ? ` (${vote.repeat + 1})` : ""}:{" "}
                    <span class={vote.verdict}>{vote.verdict}</span>{" "}
                    {vote.evidence && <q>{unquoted(vote.evidence)}</q>}
                  </li>
                ))}
              </ul>
            </details>
          )}
        </div>
      ))}
      {cell.expectations.map(({ expectation, pass, evidence, output }) => (
        <div key={expectation} class="crit">
          <b>
            <span class={pass === null ? "cannot-judge" : pass ? "met" : "unmet"}>
              {pass === null ? "unknown" : pass ? "passes" : "fails"}
            </span>{" "}
            <code>{expectation}</code>
          </b>
          {evidence && <q class="plain">{evidence}</q>}
          {output && <LongText text={output} {...texts} label={`What ${expectation} wrote`} />}
        </div>
      ))}
      {cell.codeScores.length > 0 && <p class="meta">{cell.codeScores.map(scorerText).join(" · ")}</p>}
      {cell.output && (
        <>
          <h3>Output</h3>
          <LongText
            text={cell.output}
            {...texts}
            label="Output"
            show={(text) => markQuotes(text, cell.criteria)}
          />
        </>
      )}
      {cell.patch && (
        <>
          <h3>Patch</h3>
          {cell.patch.length === 0 ? (
            <p class="meta">Nothing was changed.</p>
          ) : (
            <LongText text={cell.patch} {...texts} label="Patch" show={patchLines} />
          )}
        </>
      )}
      {cell.prompt && (
        <details class="section" open={cell.prompt.length < 600}>
          <summary>
            <h3>Prompt</h3>
          </summary>
          <LongText text={cell.prompt} {...texts} label="Prompt" />
        </details>
      )}
      {cell.timeline.length > 0 && (
        <>
          <h3>Transcript</h3>
          <Timeline cell={cell} />
        </>
      )}
      {report?.redacted && (
        <p class="meta">Prompts, outputs, patches and transcripts were left out of this file.</p>
      )}
      <Books cell={cell} />
    </div>
  );
}

function scorerText({ name, score, error }: CellView["codeScores"][number]): string {
  if (score !== null) return `${name} ${fixed(score, 2)}`;
  return error?.startsWith(name) ? error : `${name}: ${error ?? "no score"}`;
}

function factsOf(cell: CellView) {
  const { outcome, score, cost, calls, timing, attempts, turns } = cell;
  const total = timing.reduce((sum, { ms }) => sum + ms, 0);
  const spent = cost.subject + cost.agent;
  const tries = attempts.filter(({ ofAnother }) => !ofAnother).length;
  const facts = [
    ...(total > 0 ? [duration(total)] : []),
    cost.unknownCalls > 0 && spent === 0 ? "cost unknown" : money(spent),
    ...(turns === null ? [] : [counted(turns, "turn")]),
    ...(calls.count > 0 ? [counted(calls.count, "call")] : []),
    ...(calls.retried > 0 ? [`${calls.retried} retried`] : []),
    ...(tries > 1 ? [counted(tries, "attempt")] : []),
  ];
  return (
    <>
      <Swatch outcome={outcome} />
      <b>{outcomeWord(outcome)}</b>
      {score === null ? "" : `, ${fixed(score, 2)}`} · {facts.join(" · ")}
    </>
  );
}

function TimingBar({ cell }: { cell: CellView }) {
  const total = cell.timing.reduce((sum, { ms }) => sum + ms, 0);
  if (total === 0) return null;
  const said = cell.timing
    .map(
      ({ what, ms }) =>
        `${what === "grading" && cell.criteria.length > 0 ? "judging" : what} ${duration(ms)}`,
    )
    .join(" · ");
  return (
    <>
      <div class="timing" role="img" aria-label={said}>
        {cell.timing.map(({ what, ms }) => (
          <i key={what} class={`w-${what}`} style={{ width: `${(100 * ms) / total}%` }} />
        ))}
      </div>
      <p class="meta small">{said}</p>
    </>
  );
}

function Books({ cell }: { cell: CellView }) {
  const { tokens, cost, attempts, health } = cell;
  const used = [
    ...(tokens === null
      ? ["tokens unknown"]
      : [
          `${count(tokens.input)} in`,
          `${count(tokens.output)} out`,
          ...(tokens.cacheRead > 0 ? [`${count(tokens.cacheRead)} from cache`] : []),
          ...(tokens.reasoning > 0 ? [`${count(tokens.reasoning)} of thought`] : []),
        ]),
  ];
  const told = cost.subject + cost.agent;
  const spent = [
    ...(told > 0 || cost.unknownCalls === 0 ? [money(told)] : []),
    ...(cost.judge > 0 ? [`${money(cost.judge)} judge`] : []),
    ...(cost.unknownCalls > 0 ? [`${counted(cost.unknownCalls, "call")} of unknown cost`] : []),
  ];
  return (
    <dl class="books">
      <dt>Tokens</dt>
      <dd>{used.join(", ")}</dd>
      <dt>Cost</dt>
      <dd>{spent.join(", ")}</dd>
      <dt>Attempts</dt>
      <dd>
        {attempts.length === 0 && "none"}
        {attempts.map((attempt) => (
          <div key={attempt.attempt}>
            {attempt.attempt}: {attempt.outcome ? outcomeWord(attempt.outcome) : attempt.state}
            {attempt.error && attempt.error !== cell.error ? `, ${attempt.error}` : ""}
            {attempt.ofAnother ? ", when it was another task" : ""}
            {attempt.artifacts.length > 0 && (
              <small>
                {" "}
                {attempt.artifacts.map(({ name, bytes: size }) => `${name} ${bytes(size)}`).join(", ")}
              </small>
            )}
          </div>
        ))}
      </dd>
      {health && (
        <>
          <dt>Harness</dt>
          <dd>
            event loop late by {duration(health.eventLoopLagMs)} at most
            {health.starvedMs === null ? "" : `, starved ${duration(health.starvedMs)}`},{" "}
            {bytes(health.memoryBytes)} of memory, {counted(health.openCalls, "open call")}
          </dd>
        </>
      )}
    </dl>
  );
}
