import { FuxiError } from "../errors/fuxi-error.ts";

/** The connection was lost, or could not be made. */
export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super("The connection to the store was lost.", { cause });
    this.name = "ConnectionLost";
  }
}

/** SQLSTATEs of statements that had no effect: the server is starting, full, or gave way to another transaction. */
const NOT_DONE = ["40001", "40P01", "57P03", "53300"];
/** SQLSTATEs of connections ended by the server or a pooler: administrator, crash, idle limits. */
const ENDED = ["57P01", "57P02", "57P05", "25P03"];

const stateOf = (error: unknown): string => {
  const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown };
  return severity !== undefined && typeof code === "string" ? code : "";
};

/** Classifies the error of a statement: for a lost connection there is no answer of the server. */
export function failureOf(error: unknown): unknown {
  const state = stateOf(error);
  const isLost = state === "" || state.startsWith("08") || ENDED.includes(state);
  return isLost ? new ConnectionLost(error) : error;
}

export const isNotDone = (error: unknown): boolean => NOT_DONE.includes(stateOf(error));

interface Advice {
  readonly says: string;
  readonly hint: string;
}

const REFUSED: Advice = {
  says: "refuses the role",
  hint: "Check user and password in the address, or in PGUSER and PGPASSWORD.",
};
const ADVICE: Readonly<Record<string, Advice>> = {
  "28000": REFUSED,
  "28P01": REFUSED,
  "3D000": { says: "does not exist", hint: "Create the database first, or name another one." },
  "42501": {
    says: "does not let the role make or use its tables",
    hint: "As an administrator: CREATE SCHEMA fuxi AUTHORIZATION <role>, with the names of your address.",
  },
  "25006": {
    says: "is read-only",
    hint: "Name the primary server, not a standby; check default_transaction_read_only of the role.",
  },
  "53100": { says: "has no room on its disk", hint: "Free space on the server." },
  "57014": { says: "stopped a statement that took too long", hint: "Check statement_timeout of the role." },
};

/** Converts an error of the server to a FuxiError. `place`: host and database, never the whole address. */
export function storeFailure(place: string, error: unknown): unknown {
  if (FuxiError.isInstance(error)) return error;
  const state = stateOf(error);
  if (/^(?:XX00[12]|42P01|42703)$/u.test(state)) return damagedStore(place, error);
  if (state === "" && !(error instanceof ConnectionLost)) return error;
  const { says, hint } = ADVICE[state] ?? {
    says: state === "" ? "does not answer" : "refuses a statement",
    hint: state === "" ? "Check host, port and network." : `Look up ${state} in its log.`,
  };
  return new FuxiError("store-unavailable", `The store at ${place} ${says}.`, { hint, cause: error });
}

export function damagedStore(place: string, cause?: unknown): FuxiError {
  return new FuxiError("store-corrupt", `The store at ${place} is damaged.`, {
    hint: "Restore its schema from a copy, or name another one.",
    cause,
  });
}
