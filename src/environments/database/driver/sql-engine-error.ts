import { type ErrorCode, FuxiError } from "../../../errors/fuxi-error.ts";
import type { StatementInfo } from "../sql/sql-dialect.ts";

/** What an engine's complaint is about. Each driver sorts its own engine's texts into these. */
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

/** An engine's complaint, sorted. */
export interface EngineErrorFacts {
  readonly kind: EngineErrorKind;
  /** The engine's sentence, without paths, hosts or credentials. */
  readonly engineMessage: string;
  /** The table, column or function that it names, as written. */
  readonly identifier?: string;
  /** UTF-16 offset into the statement where the engine points. */
  readonly offset?: number;
  /** What to write instead or whom to ask, in a sentence or two, where the driver knows. */
  readonly advice?: string;
}

/** An engine refused a statement or failed to run it. */
export class SqlEngineError extends FuxiError {
  readonly facts: EngineErrorFacts;

  constructor(facts: EngineErrorFacts, options: { readonly cause?: unknown } = {}) {
    super(facts.kind === "time-limit" ? "engine-timeout" : "engine-error", facts.engineMessage, options);
    this.facts = facts;
  }
}

/** What the work gives, or something else where the engine refuses it. */
export function unlessRefused<T, Otherwise>(
  work: Promise<T>,
  otherwise: (error: SqlEngineError) => Otherwise,
): Promise<T | Otherwise> {
  return work.catch((error: unknown) => {
    if (error instanceof SqlEngineError) return otherwise(error);
    throw error;
  });
}

/** What an engine's words mean; the first row that matches holds. */
export type Sorted<T> = readonly (readonly [says: RegExp, means: T])[];

export function meaningOf<T>(rows: Sorted<T>, said: string): T | undefined {
  return rows.find(([says]) => says.test(said))?.[1];
}

/** Facts without those that are not known. */
export function knownFacts(
  facts: {
    readonly [Key in keyof EngineErrorFacts]: EngineErrorFacts[Key] | undefined;
  },
): EngineErrorFacts {
  return Object.fromEntries(
    Object.entries(facts).filter(([, fact]) => fact !== undefined),
  ) as unknown as EngineErrorFacts;
}

/** What an engine's words say of a file: code, message and hint of the error; `{file}` stands for the file's name. */
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

/** How a parser's node is said to people: `DropTableStmt` as `DROP TABLE`. */
export function spokenNode(nodeType: string): string {
  return nodeType
    .replace(/Stmt$/u, "")
    .replaceAll(/(?<=[a-z])(?=[A-Z])/gu, " ")
    .toUpperCase();
}

/** The UTF-16 offset behind so many characters of a text. */
export function utf16Offset(sql: string, characters: number): number {
  return [...sql].slice(0, characters).join("").length;
}

/** Why a text is not run, by what is known of it before an engine sees it; undefined for one reading statement. */
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

/** The place of a name in a statement, for engines that do not say it; where the word stands only once there is no doubt. */
export function onlyPlaceOf(name: string | undefined, sql: string): number | undefined {
  if (name === undefined || name === "") return undefined;
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&");
  const places = [...sql.matchAll(new RegExp(`(?<![\\w.])${escaped}(?!\\w)`, "giu"))];
  return places.length === 1 ? places[0]?.index : undefined;
}

const NAME_PART = String.raw`(?:"(?:[^"]|"")+"|[\p{L}_][\p{L}\p{N}_$]*)`;
const WRITTEN_NAME = new RegExp(`${NAME_PART}(?:\\s*\\.\\s*${NAME_PART})*`, "uy");

/** The name that stands where an engine points, with what qualifies it and without its double quotes. */
export function nameAt(sql: string, offset: number | undefined): string | undefined {
  if (offset === undefined) return undefined;
  WRITTEN_NAME.lastIndex = offset;
  return unquotedName(WRITTEN_NAME.exec(sql)?.[0]);
}

export function unquotedName(name: string | undefined): string | undefined {
  return name?.replaceAll(/"((?:[^"]|"")+)"/gu, "$1");
}
