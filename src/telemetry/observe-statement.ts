import { type Attributes, SpanKind } from "@opentelemetry/api";
import { statementContent } from "./contents.ts";
import { observe } from "./observe.ts";

export interface ObservedStatement {
  /** As drivers name it: "postgres". */
  readonly engine: string;
  readonly database: string;
  readonly sql: string;
}

const SYSTEMS: Readonly<Record<string, string>> = { postgres: "postgresql" };

const START = /^(?:\s|\(|--[^\n]*(?:\n|$)|\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\/)*([a-z]+)/iu;

/** What a statement that only reads can begin with; anything else is not named, since a model may have written anything. */
const OPERATIONS: Readonly<Record<string, string>> = {
  SELECT: "SELECT",
  WITH: "SELECT",
  FROM: "SELECT",
  VALUES: "VALUES",
  TABLE: "TABLE",
  EXPLAIN: "EXPLAIN",
  SHOW: "SHOW",
  DESCRIBE: "DESCRIBE",
  PRAGMA: "PRAGMA",
};

/** One statement as a database client's span: `{operation} {database}`. The statement itself is a content. */
export function observeStatement<T>(
  { engine, database, sql }: ObservedStatement,
  ended: { readonly rows: (result: T) => number; readonly thrown: (error: unknown) => string },
  work: () => Promise<T>,
): Promise<T> {
  const operation = operationOf(sql);
  const attributes: Attributes = {
    "db.system.name": SYSTEMS[engine] ?? engine,
    "db.namespace": database,
    ...(operation === undefined ? {} : { "db.operation.name": operation }),
  };
  return observe<T>(
    {
      name: operation === undefined ? database : `${operation} ${database}`,
      kind: SpanKind.CLIENT,
      attributes,
      withinTraceOnly: true,
      contents: () => statementContent("db.query.text", () => sql),
      measured: {
        histogram: "db.client.operation.duration",
        by: ["db.system.name", "db.namespace", "db.operation.name"],
      },
      ended: (result) => ({ attributes: { "db.response.returned_rows": ended.rows(result) } }),
      thrown: ended.thrown,
    },
    work,
  );
}

function operationOf(sql: string): string | undefined {
  return OPERATIONS[START.exec(sql.slice(0, 1000))?.[1]?.toUpperCase() ?? ""];
}
