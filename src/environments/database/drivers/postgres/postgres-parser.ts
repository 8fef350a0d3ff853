import { importOptional } from "../../../../util/import-optional.ts";

/** The part of `pgsql-parser` that is used: PostgreSQL's own grammar, compiled to WebAssembly. */
export interface PostgresParser {
  readonly loadModule: () => Promise<void>;
  readonly parseSync: (sql: string) => unknown;
}

/** @throws FuxiError `dependency-missing` */
export async function loadPostgresParser(): Promise<PostgresParser> {
  const parser = await importOptional<PostgresParser>(
    "pgsql-parser",
    "to hold PostgreSQL databases read-only",
  );
  await parser.loadModule();
  return parser;
}
