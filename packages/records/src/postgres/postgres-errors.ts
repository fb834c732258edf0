import { RecordsError } from "../errors/records-error.ts";

/** The address of a database cannot be used. It is not shown: it may hold a password. */
export class StoreAddressError extends RecordsError {
  override readonly name = "StoreAddressError";

  constructor(problem: string) {
    super(
      "store-address",
      `The address of the database is not usable: ${problem}. Give one such as postgres://user@host:5432/database.`,
    );
  }
}

/** Nobody answers there, or the connection broke and did not come back in time. The write may be tried again. */
export class StoreUnreachableError extends RecordsError {
  override readonly name = "StoreUnreachableError";

  constructor(where: string, problem: string, cause?: unknown) {
    super(
      "store-unreachable",
      `${where} cannot be reached: ${problem}. See that the server runs there and that host and port are right, then go on.`,
      cause,
    );
  }
}

/** The server does not let this user in. */
export class StoreDeniedError extends RecordsError {
  override readonly name = "StoreDeniedError";

  constructor(where: string, problem: string, cause?: unknown) {
    super(
      "store-denied",
      `${where} refuses the user: ${problem}. Correct the user and the password of the address, or set PGPASSWORD.`,
      cause,
    );
  }
}

/** The server is there, the database is not. */
export class StoreMissingError extends RecordsError {
  override readonly name = "StoreMissingError";

  constructor(where: string, database: string, cause?: unknown) {
    super(
      "store-missing",
      `${where} has no such database. Create it (createdb ${database}), or correct the address.`,
      cause,
    );
  }
}

/** The database is kept in an encoding that has not all characters: what holds others could not be written later. */
export class DatabaseEncodingError extends RecordsError {
  override readonly name = "DatabaseEncodingError";

  constructor(where: string, encoding: string) {
    super(
      "store-encoding",
      `${where} is kept in ${encoding}, which does not have the characters of every text. ` +
        "Use another database: createdb --encoding UTF8 --template template0 <name>.",
    );
  }
}

/** The tables were made by a newer version of this software; they have not been touched. */
export class DatabaseTooNewError extends RecordsError {
  override readonly name = "DatabaseTooNewError";
  readonly found: number;
  readonly known: number;

  constructor(where: string, found: number, known: number) {
    super(
      "store-too-new",
      `${where} is in format ${found} and this version knows formats up to ${known}; it was not touched. ` +
        "Update this software, or use another database.",
    );
    this.found = found;
    this.known = known;
  }
}

/** The schema holds tables of some other program; they have not been touched. */
export class DatabaseForeignError extends RecordsError {
  override readonly name = "DatabaseForeignError";

  constructor(where: string, schema: string) {
    super(
      "store-foreign",
      `The schema ${schema} of ${where} is another program's; it was not touched. Name another one: ?schema=my_records.`,
    );
  }
}

/** Something was to be written, but this user or server can only read. Reading works. */
export class DatabaseReadOnlyError extends RecordsError {
  override readonly name = "DatabaseReadOnlyError";

  constructor(where: string, problem: string, cause?: unknown) {
    super(
      "store-read-only",
      `${where} can be read but not written: ${problem}. Use a user that may write, on the primary server.`,
      cause,
    );
  }
}

/** Reading or writing failed in a way that has no class of its own. */
export class DatabaseFailedError extends RecordsError {
  override readonly name = "DatabaseFailedError";

  constructor(where: string, problem: string, cause?: unknown) {
    super(
      "store-failed",
      `${where} could not be read or written: ${problem}. See the log of the server.`,
      cause,
    );
  }
}
