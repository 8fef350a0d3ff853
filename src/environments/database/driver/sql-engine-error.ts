import { type ErrorCode, FuxiError } from "../../../errors/fuxi-error.ts";
import type { StatementInfo } from "../sql/sql-dialect.ts";

/** Kinds of engine errors. Each driver classifies its engine's messages. */
export type EngineErrorKind =
  | "syntax"
  | "unknown-table"
  | "unknown-column"
  | "ambiguous-column"
  | "unknown-function"
  | "type-mismatch"
  | "aggregate-misuse"
  | "column-count-mismatch"
  | "not-read-only"
  | "multiple-statements"
  | "time-limit"
  | "too-large"
  | "other";

/** An engine's error, classified. */
export interface EngineErrorFacts {
  readonly kind: EngineErrorKind;
  /** The engine's sentence, without paths, hosts or credentials. */
  readonly engineMessage: string;
  /** The table, column or function that the error names, as written. */
  readonly identifier?: string;
  /** UTF-16 offset into the statement where the engine points. */
  readonly offset?: number;
  /** A remedy in a sentence or two, if the driver knows one: what to write instead, or whom to ask. */
  readonly advice?: string;
}

/** An engine refused a statement or failed to run it. */
export class SqlEngineError extends FuxiError {
  readonly facts: EngineErrorFacts;

  constructor(facts: EngineErrorFacts, options: { readonly cause?: unknown } = {}) {
    const hint = facts.advice === undefined ? {} : { hint: facts.advice };
    const code = facts.kind === "time-limit" ? "engine-timeout" : "engine-error";
    super(code, facts.engineMessage, { ...hint, ...options });
    this.facts = facts;
  }
}

/** The result of the work, or a substitute if the engine refuses it. */
export function unlessRefused<T, Otherwise>(
  work: Promise<T>,
  otherwise: (error: SqlEngineError) => Otherwise,
): Promise<T | Otherwise> {
  return work.catch((error: unknown) => {
    if (error instanceof SqlEngineError) return otherwise(error);
    if (!FuxiError.isInstance(error) || error.code !== "engine-timeout") throw error;
    return otherwise(new SqlEngineError({ kind: "time-limit", engineMessage: error.message }));
  });
}

/** Meanings of an engine's messages; the first matching row counts. */
export type Sorted<T> = readonly (readonly [says: RegExp, means: T])[];

export function meaningOf<T>(rows: Sorted<T>, said: string): T | undefined {
  return rows.find(([says]) => says.test(said))?.[1];
}

/** The facts without unknown ones. */
export function knownFacts(
  facts: {
    readonly [Key in keyof EngineErrorFacts]: EngineErrorFacts[Key] | undefined;
  },
): EngineErrorFacts {
  return Object.fromEntries(
    Object.entries(facts).filter(([, fact]) => fact !== undefined),
  ) as unknown as EngineErrorFacts;
}

/** Errors about a file, by the engine's message: code, message and hint; `{file}` stands for the file's name. */
export type FileFailures = readonly (readonly [
  says: RegExp,
  code: ErrorCode,
  message: string,
  hint: string,
])[];

export function fileFailure(rows: FileFailures, said: string, name: string): FuxiError | undefined {
  const [, code, message = "", hint = ""] = rows.find(([says]) => says.test(said)) ?? [];
  return (
    code &&
    new FuxiError(
      code,
      message.replaceAll("{file}", () => name),
      { hint },
    )
  );
}

export function severalStatements(): SqlEngineError {
  return new SqlEngineError({
    kind: "multiple-statements",
    engineMessage: "Only one statement may be run at a time.",
  });
}

/** A parser's node type in plain SQL: `DropTableStmt` gives `DROP TABLE`. */
export function spokenNode(nodeType: string): string {
  return nodeType
    .replace(/Stmt$/u, "")
    .replaceAll(/(?<=[a-z])(?=[A-Z])/gu, " ")
    .toUpperCase();
}

/** The UTF-16 offset after this many characters of a text. */
export function utf16Offset(sql: string, characters: number): number {
  return [...sql].slice(0, characters).join("").length;
}

/** The error for a text that is not a single reading statement, by the check before the engine's own; undefined for one that is. */
export function refusalOf({
  statements,
  isQuery,
  refusedBecause,
  syntaxError,
  tooLarge,
}: StatementInfo): SqlEngineError | undefined {
  if (tooLarge !== undefined) return new SqlEngineError({ kind: "too-large", engineMessage: tooLarge });
  if (isQuery) return undefined;
  if (statements > 1) return severalStatements();
  if (syntaxError !== undefined || statements === 0) {
    const { message, offset } = syntaxError ?? { message: "The text contains no statement." };
    return new SqlEngineError({
      kind: "syntax",
      engineMessage: message,
      ...(offset === undefined ? {} : { offset }),
    });
  }
  return new SqlEngineError({
    kind: "not-read-only",
    engineMessage: `Only queries that read may be run, not ${refusedBecause ?? "this statement"}.`,
  });
}

/** The offset of a name in a statement, for engines that do not report it. Undefined unless the name occurs exactly once. */
export function onlyPlaceOf(name: string | undefined, sql: string): number | undefined {
  if (name === undefined || name === "") return undefined;
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&");
  const places = [...sql.matchAll(new RegExp(`(?<![\\w.])${escaped}(?!\\w)`, "giu"))];
  return places.length === 1 ? places[0]?.index : undefined;
}

const NAME_PART = String.raw`(?:"(?:[^"]|"")+"|[\p{L}_][\p{L}\p{N}_$]*)`;
const WRITTEN_NAME = new RegExp(`${NAME_PART}(?:\\s*\\.\\s*${NAME_PART})*`, "uy");

/** The name at the offset to which an engine points, with its qualifiers and without double quotes. */
export function nameAt(sql: string, offset: number | undefined): string | undefined {
  if (offset === undefined) return undefined;
  WRITTEN_NAME.lastIndex = offset;
  return unquotedName(WRITTEN_NAME.exec(sql)?.[0]);
}

export function unquotedName(name: string | undefined): string | undefined {
  return name?.replaceAll(/"((?:[^"]|"")+)"/gu, "$1");
}
