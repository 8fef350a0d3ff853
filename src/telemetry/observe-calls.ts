import { type Attributes, SpanKind } from "@opentelemetry/api";
import { statementContent } from "./contents.ts";
import { observe, withoutSpans } from "./observe.ts";

interface ObservedRequest {
  readonly method: string;
  readonly url: URL;
  /** The path with its parameters by name: `/films/{id}`. */
  readonly template?: string | undefined;
  /** Tries and redirects before this request of the same call. */
  readonly resent: number;
  /** Removes the secrets that the sender knows. */
  readonly scrub: (text: string) => string;
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "QUERY"];

/** One request as an HTTP client's span: `{method} {template}`. The address itself holds values, so it is exported only as content. */
export function observeRequest<T>(
  { method, url, template, resent, scrub }: ObservedRequest,
  ended: { readonly status: (result: T) => number; readonly thrown: (error: unknown) => string },
  work: () => Promise<T>,
): Promise<T> {
  const known = METHODS.includes(method) ? method : undefined;
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  const attributes: Attributes = {
    "http.request.method": known ?? "_OTHER",
    "server.address": url.hostname,
    "server.port": port,
    "url.template": template,
    "http.request.resend_count": resent || undefined,
  };
  return observe<T>(
    {
      name: [known ?? "HTTP", ...(template === undefined ? [] : [template])].join(" "),
      kind: SpanKind.CLIENT,
      attributes,
      withinTraceOnly: true,
      contents: () => statementContent("url.full", () => scrub(url.href)),
      ended: (result) => {
        const status = ended.status(result);
        return {
          error: status >= 400 ? String(status) : undefined,
          attributes: { "http.response.status_code": status },
        };
      },
      thrown: ended.thrown,
    },
    work,
  );
}

export interface ObservedStatement {
  /** Name that drivers use: "postgres". */
  readonly engine: string;
  readonly database: string;
  readonly sql: string;
}

const SYSTEMS: Readonly<Record<string, string>> = { postgres: "postgresql" };

const START = /^(?:\s|\(|--[^\n]*(?:\n|$)|\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\/)*([a-z]+)/iu;

/** Keywords that a read-only statement can begin with. Others are not used as names, since a model may have written anything. */
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

/** One statement as a database client's span: `{operation} {database}`. The statement is exported only as content. */
export function observeStatement<T>(
  { engine, database, sql }: ObservedStatement,
  ended: { readonly rows: (result: T) => number; readonly thrown: (error: unknown) => string },
  work: () => Promise<T>,
): Promise<T> {
  const operation = operationOf(sql);
  const attributes: Attributes = {
    "db.system.name": SYSTEMS[engine] ?? engine,
    "db.namespace": database,
    "db.operation.name": operation,
  };
  return observe<T>(
    {
      name: operation === undefined ? database : `${operation} ${database}`,
      kind: SpanKind.CLIENT,
      attributes,
      withinTraceOnly: true,
      contents: () => statementContent("db.query.text", () => sql),
      ended: (result) => ({ attributes: { "db.response.returned_rows": ended.rows(result) } }),
      thrown: ended.thrown,
    },
    work,
  );
}

function operationOf(sql: string): string | undefined {
  return OPERATIONS[START.exec(sql.slice(0, 1000))?.[1]?.toUpperCase() ?? ""];
}

/** `build_index {database}`: one span for reading columns of a database, whatever number of statements it takes. */
export function observeIndexing<T>(database: string, work: () => Promise<T>): Promise<T> {
  return observe<T>(
    {
      name: `build_index ${database}`,
      kind: SpanKind.INTERNAL,
      attributes: { "db.namespace": database },
      withinTraceOnly: true,
      ended: () => ({}),
    },
    () => withoutSpans(work),
  );
}
