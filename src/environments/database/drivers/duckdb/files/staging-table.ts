import type { DuckDBAppender } from "@duckdb/node-api";
import { ask, type Loader } from "./loader.ts";

/** A row as a file has it. */
export interface SourceRow {
  /** Which row of the file it is, the first being 1. */
  readonly row: number;
  /** As texts; empty cells are null. */
  readonly cells: readonly (string | null)[];
}

/** Every cell of a table as text, before any type is thought of. Its columns are `c0`, `c1`, … and `r`, the number of the row in its file. */
export interface StagingTable {
  readonly name: string;
  readonly width: number;
  append(rows: readonly SourceRow[]): void;
  /** Has to be called once, when all rows are there. */
  end(): void;
}

/** What DuckDB takes at once. */
const CHUNK_ROWS = 2048;

export async function createStagingTable(loader: Loader, name: string, width: number): Promise<StagingTable> {
  const columns = Array.from({ length: width }, (_, at) => `c${at} VARCHAR`);
  await ask(loader, `CREATE TABLE ${name} (${[...columns, "r BIGINT"].join(", ")})`);
  const appender = await loader.connection.createAppender(name);
  return { name, width, ...rowsInChunks(loader, appender, width) };
}

function rowsInChunks(
  { duckdb }: Loader,
  appender: DuckDBAppender,
  width: number,
): Pick<StagingTable, "append" | "end"> {
  const types = [...Array.from({ length: width }, () => duckdb.VARCHAR), duckdb.BIGINT];
  let waiting: SourceRow[] = [];
  const flush = () => {
    const chunk = duckdb.DuckDBDataChunk.create(types);
    const cells = Array.from({ length: width }, (_, at) => waiting.map((row) => row.cells[at] ?? null));
    chunk.setColumns([...cells, waiting.map(({ row }) => BigInt(row))]);
    appender.appendDataChunk(chunk);
    waiting = [];
  };
  return {
    append(rows) {
      for (const row of rows) {
        waiting.push(row);
        if (waiting.length === CHUNK_ROWS) flush();
      }
    },
    end() {
      if (waiting.length > 0) flush();
      appender.closeSync();
    },
  };
}
