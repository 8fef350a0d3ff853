import type { DuckDBConnection } from "@duckdb/node-api";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import { inQuotes, STRICT_DIALECT } from "../../dialect-parts.ts";

/** A row of an answer. Counts come as numbers: no file has 2^53 cells. */
export type Answer = readonly (string | number | boolean | null)[];

/** The connection on which a file database is built, and the means to cancel the build. */
export interface Loader {
  readonly connection: DuckDBConnection;
  readonly duckdb: typeof import("@duckdb/node-api");
  readonly signal: AbortSignal;
  /** The folder for temporary files of the build. */
  readonly folder: string;
}

/** Runs a statement and returns its rows. Cancelling the build interrupts it. */
export async function ask(loader: Loader, sql: string): Promise<readonly Answer[]> {
  const stop = () => loader.connection.interrupt();
  throwIfCancelled(loader.signal);
  loader.signal.addEventListener("abort", stop, { once: true });
  try {
    const reader = await loader.connection.runAndReadAll(sql);
    return reader.getRowsJS().map((row) => row.map(plain));
  } catch (error) {
    throwIfCancelled(loader.signal);
    throw error;
  } finally {
    loader.signal.removeEventListener("abort", stop);
  }
}

/** Counts the rows of a table or a query that pass each of the tests. */
export async function countRows<Name extends string>(
  loader: Loader,
  from: string,
  tests: Readonly<Record<Name, string>>,
): Promise<Readonly<Record<Name, number>>> {
  const names = Object.keys(tests) as Name[];
  const counts = names.map((name) => `count(*) FILTER (${tests[name]})`);
  const [row = []] = await ask(loader, `SELECT ${counts.join(", ")} FROM ${from}`);
  return Object.fromEntries(names.map((name, at) => [name, Number(row[at] ?? 0)])) as Record<Name, number>;
}

export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new FuxiError("cancelled", "Loading was cancelled.");
}

function plain(value: unknown): string | number | boolean | null {
  if (typeof value === "bigint") return Number(value);
  if (value === null || typeof value === "number" || typeof value === "boolean") return value;
  return String(value);
}

export const quotedName = (name: string): string => inQuotes(name);

export const quotedText = STRICT_DIALECT.stringLiteral;
