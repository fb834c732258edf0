import type { RunHead, RunView } from "../../src/contract/index.ts";
import { count } from "../parts/format.ts";
import { shownSentence } from "../parts/isolate.ts";
import { Waiting } from "../parts/shell.tsx";
import { unbroken } from "../parts/unbroken.ts";
import { allBroke, Broken } from "./broken.tsx";

/** What the run says, in sentences; then what a reader has to know before trusting it. */
export function Verdicts({ view, head }: { view: RunView | null; head: RunHead | null }) {
  if (!view)
    return (
      <Waiting
        what={
          head
            ? `${count(head.scored)} of ${count(head.planned)} cells have a score. Working out what they say`
            : "Reading the run"
        }
      />
    );
  const names = view.subjects.map(({ name }) => name);
  const said = (text: string) => shownSentence(text, names);
  const verdicts = view.sentences.filter(({ about }) => about === "verdict");
  const telling = verdicts.filter(({ subject }) => isTelling(view, subject));
  const rest = verdicts.filter((sentence) => !telling.includes(sentence));
  const others = view.sentences.filter(({ about }) => about !== "verdict" && about !== "stopped");
  const doubts = others.filter(({ about, subject }) => about === "doubt" && subject !== undefined);
  const folded = doubts.length > mostDoubts ? doubts : [];
  const open = others.filter((sentence) => !folded.includes(sentence));
  const stopped = view.sentences.filter(({ about }) => about === "stopped");
  return (
    <div class="verdicts">
      <Broken view={view} />
      {view.notice && <p class="simulated">{view.notice.charAt(0).toUpperCase() + view.notice.slice(1)}</p>}
      {telling.length > 0 && (
        <p class="verdict">
          {telling.map(({ text, subject }) => (
            <span key={text}>
              <Named text={text} subject={subject} tone={toneOf(view, subject)} names={names} />{" "}
            </span>
          ))}
        </p>
      )}
      {rest.length > 0 && <Undecided sentences={rest} view={view} alone={telling.length === 0} />}
      <Coverage view={view} />
      {[...stopped.map(({ text }) => text), ...view.warnings].map((warning) => (
        <p key={warning} class="warning" role="note">
          {said(warning)}
        </p>
      ))}
      {folded.length > 0 && (
        <details class="undecided doubts">
          <summary>{`${count(folded.length)} remarks on single comparisons.`}</summary>
          <ul class="remarks">
            {folded.map(({ text }) => (
              <li key={text}>{said(text)}</li>
            ))}
          </ul>
        </details>
      )}
      {open.length > 0 && (
        <ul class="remarks">
          {open.map(({ text }) => (
            <li key={text}>{text.length > longest ? <Folded text={said(text)} /> : said(text)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** More remarks on single comparisons than these are folded: those of a hundred subjects would hide the charts. */
const mostDoubts = 3;

/** A sentence that names a hundred subjects is folded at this length. */
const longest = 500;

function Folded({ text }: { text: string }) {
  return (
    <details>
      <summary>{text.slice(0, text.lastIndexOf(" ", 160))} …</summary>
      {text}
    </details>
  );
}

/**
 * How much has a score, and what it cost. What a finished run lacks may change what it says: that is not small print.
 */
function Coverage({ view }: { view: RunView }) {
  const { state, scored, planned } = view.head;
  if (state === "running" || scored >= planned)
    return (
      <p class="coverage">
        {unbroken(view.coverage)} {unbroken(view.cost)}
      </p>
    );
  return (
    <>
      <p class="coverage">{unbroken(view.cost)}</p>
      <p class="warning" role="note">
        {unbroken(view.coverage)}
        {state !== "finished" && <> Go on with it by the same command {goOn(view)}.</>}
      </p>
    </>
  );
}

/** What the command needs besides. The same budget is spent as soon as it begins. */
function goOn({ budgetSpent, unit }: RunView) {
  const resume = <span class="flag">--resume</span>;
  if (!budgetSpent) return <>and {resume}</>;
  return (
    <>
      with {resume} and a larger <span class="flag">{unit === "score" ? "--max-cost" : "--budget"}</span>
    </>
  );
}

/** What was not decided is one sentence, however many it is about; the details are folded. */
function Undecided({
  sentences,
  view,
  alone,
}: {
  sentences: RunView["sentences"];
  view: RunView;
  alone: boolean;
}) {
  const names = view.subjects.map(({ name }) => name);
  if (sentences.length === 1 || view.unit === "pass rate")
    return (
      <>
        {sentences.map(({ text, subject }) => (
          <p key={text} class={alone ? "verdict" : "coverage"}>
            <Named text={text} subject={subject} tone="" names={names} />
          </p>
        ))}
      </>
    );
  return (
    <details class="undecided">
      <summary>
        {allBroke(view)
          ? "Nothing of it can be compared: every cell broke."
          : alone
            ? "No difference was shown for any of them."
            : "For the others no difference was shown."}
      </summary>
      <ul class="remarks">
        {sentences.map(({ text }) => (
          <li key={text}>{shownSentence(text, names)}</li>
        ))}
      </ul>
    </details>
  );
}

function Named(props: {
  text: string;
  subject: string | undefined;
  tone: string;
  /** Of all subjects: others may be named as well. */
  names: readonly string[];
}) {
  const { text, subject, tone, names } = props;
  if (!subject || !text.startsWith(subject)) return <>{shownSentence(text, names)}</>;
  return (
    <>
      <b class={tone}>{shownSentence(subject, names)}</b>
      {shownSentence(text.slice(subject.length), names)}
    </>
  );
}

function isTelling(view: RunView, subject: string | undefined): boolean {
  const verdict = view.subjects.find(({ name }) => name === subject)?.verdict;
  return verdict === "better" || verdict === "worse" || verdict === "equivalent";
}

function toneOf(view: RunView, subject: string | undefined): string {
  const verdict = view.subjects.find(({ name }) => name === subject)?.verdict;
  return verdict === "better" ? "good" : verdict === "worse" ? "bad" : "";
}
