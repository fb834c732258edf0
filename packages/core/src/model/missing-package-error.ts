import { FlowError } from "../errors/flow-error.ts";

/** What is known of a package that is not there. */
export interface MissingPackageFacts {
  modelId: string;
  package: string;
  /** The key variable, when that is missing as well. */
  keyVariable?: string;
  blockName?: string;
}

/** A model was asked for whose provider's package is not installed. */
export class MissingPackageError extends FlowError {
  override readonly name = "MissingPackageError";
  /** The package to install. */
  readonly package: string;

  constructor(facts: MissingPackageFacts) {
    const key = facts.keyVariable ? ` and set ${facts.keyVariable}` : "";
    super(
      `${facts.modelId} needs the package ${facts.package}, which is not installed. ` +
        `Run npm install ${facts.package}${key}.`,
      { code: "missing-package", blockName: facts.blockName, details: { package: facts.package } },
    );
    this.package = facts.package;
  }
}
