/**
 * What the fourth version adds to the runs that are given out: when whoever gives one out was last heard of, and why a
 * worker did not work on it.
 */
export const postingsSql = `
ALTER TABLE posting ADD COLUMN heard_ms bigint NOT NULL DEFAULT 0;
-- The last one that did not work on it: who, why and when. All null while none refused.
ALTER TABLE posting ADD COLUMN refused_by text;
ALTER TABLE posting ADD COLUMN refusal text;
ALTER TABLE posting ADD COLUMN refused_ms bigint;
`;
