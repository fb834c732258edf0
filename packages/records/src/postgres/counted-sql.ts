import { applyFunction } from "./apply-sql.ts";
import { keepBranch } from "./progress-sql.ts";
import { stageFunction } from "./stage-sql.ts";

/**
 * What a result took, as JSON (`CountedWork`), where that is not what all calls of its cell add up to. Takes the place
 * of functions of the same name, for whoever knows nothing of it is served as before.
 */
export const countedSql = `
ALTER TABLE attempt ADD COLUMN counted text;

CREATE OR REPLACE FUNCTION ${applyFunction(keepBranch, ["counted"])}

CREATE OR REPLACE FUNCTION ${stageFunction(["counted"])}
`;
