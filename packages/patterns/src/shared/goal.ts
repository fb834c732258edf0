import { z } from "zod";

/** What every pattern takes: one request, whole and in its own words. */
export interface Goal {
  goal: string;
}

/** Checks what a pattern is given. */
export const goalSchema = z.object({ goal: z.string() });
