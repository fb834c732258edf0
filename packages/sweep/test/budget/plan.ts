import { manifestOf, planOfSize } from "../support/sweeping.ts";

/** 400 cells of three calls each, which would cost more than three times the budget. */
export const budgetPlan = planOfSize(4, 100);
export const budgetManifest = manifestOf(budgetPlan, "budget");
export const callsPerCell = 3;
export const budgetUsd = 2;
/** No call costs more, and some cost just as much. */
export const worstCaseUsd = 0.01;
