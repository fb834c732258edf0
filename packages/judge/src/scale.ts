import type { CriterionVerdict } from "./judgement.ts";

/** How a criterion is judged: met or not, or by how much. */
export type JudgeScale = "binary" | "graded";

/** One word a judge can give a criterion, what it means, and what it comes to. */
export interface Grade {
  word: string;
  /** As the judge is told. */
  meaning: string;
  verdict: CriterionVerdict;
  /** 0 to 1; null when it cannot be judged. */
  score: number | null;
}

const cannotJudge: Grade = {
  word: "cannot-judge",
  meaning:
    "it cannot be decided from what you are shown (only by running code or reading a source that is not here, say). What is missing from the output is unmet, not this.",
  verdict: "cannot-judge",
  score: null,
};

/** From this score on a graded criterion counts as met: nothing that matters is missing. */
export const metFrom = 0.8;

/**
 * The words of a scale. Graded ones stand for 0 to 5, each with an anchor of its own, and are words rather than digits
 * because a word carries its anchor with it.
 */
export const grades: Readonly<Record<JudgeScale, readonly Grade[]>> = {
  binary: [
    { word: "met", meaning: "the output does what the criterion asks for, fully.", verdict: "met", score: 1 },
    {
      word: "unmet",
      meaning: "it does not, or only in part, or nothing of it is to be seen.",
      verdict: "unmet",
      score: 0,
    },
    cannotJudge,
  ],
  graded: [
    { word: "unmet", meaning: "0 of 5: nothing of what the criterion asks for, or the opposite.", ...of(0) },
    { word: "barely", meaning: "1 of 5: an attempt, of no use as it stands.", ...of(1) },
    { word: "partly", meaning: "2 of 5: less than half, or all of it with a serious mistake.", ...of(2) },
    { word: "mostly", meaning: "3 of 5: more than half; something that matters is missing.", ...of(3) },
    { word: "nearly", meaning: "4 of 5: all that matters, with a small flaw.", ...of(4) },
    { word: "met", meaning: "5 of 5: all of it, nothing to add.", ...of(5) },
    cannotJudge,
  ],
};

/** The grade that an answer means: its word in any spelling, or its number on the graded scale. */
export function readGrade(scale: JudgeScale, said: unknown): Grade | undefined {
  if (typeof said !== "string" && typeof said !== "number") return undefined;
  const word = String(said)
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, "-");
  const byNumber = scale === "graded" && /^[0-5]$/.test(word) ? grades.graded[Number(word)] : undefined;
  return byNumber ?? grades[scale].find((grade) => grade.word === word);
}

/** What a score from 0 to 1 comes to; undefined when it is none. */
export function gradeOfScore(score: unknown): Pick<Grade, "verdict" | "score"> | undefined {
  if (typeof score !== "number" || !(score >= 0 && score <= 1)) return undefined;
  return { verdict: score >= metFrom ? "met" : "unmet", score };
}

function of(points: number): Pick<Grade, "verdict" | "score"> {
  return gradeOfScore(points / 5)!;
}
