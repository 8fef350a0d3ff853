const MARKER = Symbol.for("fuxi.error");

/** What an error may carry beside its code and message. */
export interface FuxiErrorOptions {
  /** What the reader can do about it, as one imperative sentence. */
  readonly hint?: string;
  readonly cause?: unknown;
}

/**
 * Root of every error that Fuxi throws on purpose. `message` says what happened in one line, `hint` what to do.
 * Use `FuxiError.isInstance`, which also holds across two copies of the package, instead of `instanceof`.
 */
export class FuxiError extends Error {
  /** @internal */
  readonly [MARKER] = true;
  /** What callers tell errors apart by. */
  readonly code: ErrorCode;
  /** What the reader can do about it, as one imperative sentence. */
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, options: FuxiErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.hint = options.hint;
  }

  static isInstance(value: unknown): value is FuxiError {
    return typeof value === "object" && value !== null && (value as Record<symbol, unknown>)[MARKER] === true;
  }
}

/**
 * Every way Fuxi itself can fail towards a person or a calling program. What a *model* may see is the other,
 * closed table: `src/environment/failure-codes.ts`. `docs/errors.md` explains each code; a test holds the two together.
 */
export const ERROR_CODES = {
  usage: "The command line or the call was not understood.",
  "target-not-found": "The file or server named as the target does not exist or does not answer.",
  "target-not-supported": "The target was found, but no environment can open it.",
  "target-corrupt": "The file is not a database, or it is damaged.",
  "target-locked": "Another process holds the database so that it cannot be read.",
  "target-denied": "The target refuses access: wrong credentials or missing rights.",
  "disk-full": "There is not enough room on the disk for what has to be written.",
  "dependency-missing": "An optional package that this target needs is not installed.",
  "engine-error": "The engine refused or failed to run a statement.",
  "engine-timeout": "A statement ran over its time limit and was stopped.",
  "engine-unavailable": "The engine's process or server went away in the middle of a statement.",
  cancelled: "The caller cancelled the work.",
  "model-not-configured": "The chosen strategy needs a model and none was named.",
  "model-unavailable": "The model provider could not be reached or kept failing.",
  "model-refused": "The model provider refused the request (authentication, unknown model, invalid request).",
  "context-too-long": "The request does not fit into the model's context window.",
  "replay-miss": "A recording does not contain the reply to this request.",
  "run-not-found": "No run with that name is stored for this principal.",
  "run-not-resumable": "The run has ended, or is being continued by somebody else.",
  "store-conflict": "Somebody else wrote to the same run or workspace in between.",
  "store-unavailable": "The store can be neither opened nor written, or another process holds it.",
  "store-corrupt": "The store is damaged or of an unknown version.",
  "artifact-missing": "The artifact does not exist, has expired, or belongs to somebody else.",
  "artifact-too-large": "The content is larger than the artifact store accepts.",
  "output-not-written": "The file for the result could not be written.",
  "workspace-invalid": "The workspace was not made by this environment, or is damaged.",
  "configuration-invalid": "A configuration file or environment variable has a value that cannot be used.",
  "data-invalid": "An input file (benchmark, descriptions, labels) is not in the expected format.",
  internal: "A defect in Fuxi. Please report it with the message.",
} as const;

/** A key of `ERROR_CODES`. */
export type ErrorCode = keyof typeof ERROR_CODES;
