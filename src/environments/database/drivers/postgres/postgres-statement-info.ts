import type { StatementInfo } from "../../sql/sql-dialect.ts";
import type { PostgresParser } from "./postgres-parser.ts";
import { isRefusedFunction, isRefusedRelation } from "./postgres-refused-functions.ts";

type Node = { readonly [key: string]: unknown };

/** What PostgreSQL's own grammar makes of a text: the check that comes before the read-only transaction. */
export function postgresStatementInfo(parser: PostgresParser, sql: string): StatementInfo {
  if (sql.includes("\0")) return refusedText("a text with a NUL character");
  if (sql.trim() === "") return { statements: 0, isQuery: false };
  let statements: readonly Node[];
  try {
    const tree = parser.parseSync(sql) as { readonly stmts?: readonly { readonly stmt: Node }[] };
    statements = (tree.stmts ?? []).map(({ stmt }) => stmt);
  } catch (error) {
    if (error instanceof RangeError) return TOO_DEEP;
    return { statements: 0, isQuery: false, syntaxError: syntaxError(error, sql) };
  }
  const kinds = statements.map((statement) => Object.keys(statement)[0] ?? "");
  const [statement] = statements;
  if (statements.length !== 1 || statement === undefined) {
    const refusedBecause = kinds.map(spoken).join("; ");
    return { statements: statements.length, isQuery: false, ...(refusedBecause ? { refusedBecause } : {}) };
  }
  if (kinds[0] !== "SelectStmt") {
    return { statements: 1, isQuery: false, refusedBecause: spoken(kinds[0] ?? "") };
  }
  if (isTooDeep(statement)) return TOO_DEEP;
  const harm = findHarm(statement);
  return harm === undefined
    ? { statements: 1, isQuery: true }
    : { statements: 1, isQuery: false, refusedBecause: `SELECT ${harm}` };
}

/** Levels of the parse tree, some three for each NOT or bracket: whoever walks it has to have room for them. */
const DEEPEST = 1500;
const TOO_DEEP: StatementInfo = {
  statements: 1,
  isQuery: true,
  tooLarge: "the statement is nested too deeply, as by 500 operators within each other",
};

function isTooDeep(root: unknown): boolean {
  let level: readonly unknown[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((node) => (typeof node === "object" && node !== null ? Object.values(node) : []));
  }
  return false;
}

/** Looks through the whole tree, subqueries and CTEs included. */
function findHarm(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) return firstDefined(value, findHarm);
  return firstDefined(Object.entries(value), ([key, child]) => harmOf(key, child) ?? findHarm(child));
}

function harmOf(key: string, child: unknown): string | undefined {
  switch (key) {
    case "InsertStmt":
    case "UpdateStmt":
    case "DeleteStmt":
    case "MergeStmt":
      return `with ${spoken(key)}`;
    case "intoClause":
      return "INTO";
    case "lockingClause":
      return "FOR UPDATE or SHARE";
    case "FuncCall":
      return refusedName((child as Node).funcname);
    case "RangeVar": {
      const { relname, schemaname = "pg_catalog" } = child as Record<"relname" | "schemaname", string>;
      return schemaname === "pg_catalog" && isRefusedRelation(relname) ? `with ${relname}` : undefined;
    }
    case "A_Indirection":
      // `('file'::text).pg_read_file` is a call as well.
      return refusedName((child as Node).indirection);
    default:
      return undefined;
  }
}

function refusedName(names: unknown): string | undefined {
  for (const part of Array.isArray(names) ? names : []) {
    const name = (part as { readonly String?: { readonly sval?: string } }).String?.sval;
    if (name !== undefined && isRefusedFunction(name)) return `with ${name}()`;
  }
  return undefined;
}

function firstDefined<T>(items: readonly T[], find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The parser counts characters, not UTF-16 units. */
function syntaxError(error: unknown, sql: string): { message: string; offset?: number } {
  const { message, sqlDetails } = error as {
    readonly message: string;
    readonly sqlDetails?: { readonly cursorPosition?: number };
  };
  const position = sqlDetails?.cursorPosition;
  return {
    message,
    ...(position === undefined ? {} : { offset: [...sql].slice(0, position).join("").length }),
  };
}

function refusedText(refusedBecause: string): StatementInfo {
  return { statements: 1, isQuery: false, refusedBecause };
}

/** `VariableSetStmt` is said as `VARIABLE SET`, `TransactionStmt` as `TRANSACTION`. */
function spoken(nodeType: string): string {
  return nodeType
    .replace(/Stmt$/u, "")
    .replaceAll(/(?<=[a-z])(?=[A-Z])/gu, " ")
    .toUpperCase();
}
