/** What the sixth version adds to machines: which of their cells try again and why, as JSON. */
export const heldUpSql = `
ALTER TABLE machine ADD COLUMN held_up text NOT NULL DEFAULT '[]';
`;
