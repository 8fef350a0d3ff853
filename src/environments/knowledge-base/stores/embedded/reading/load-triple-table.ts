import { createHash } from "node:crypto";
import { realpath, stat } from "node:fs/promises";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import { LoadFaults, type LoadReport, type RdfFormat } from "../load-report.ts";
import { TableBuilder } from "../table/table-builder.ts";
import {
  decodeTable,
  encodeTable,
  type SourceFacts,
  TABLE_VERSION,
  TableCache,
} from "../table/table-file.ts";

import type { TripleTable } from "../triple-table.ts";
import { DelimitedReader } from "./delimited-reader.ts";
import { lineBlocks, NTriplesReader } from "./n-triples-reader.ts";
import { recogniseFormat } from "./recognise-format.ts";
import { openSourceFile, readChunks, type SourceFile } from "./source-file.ts";

export interface LoadOptions {
  readonly path: string;
  /** Format of the file; recognised by default. */
  readonly format?: RdfFormat;
  /** The user's cache folder. */
  readonly cacheFolder: string;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: { readonly share: number; readonly text: string }) => void;
  /** Removes hidden triples before anything is stored. */
  readonly restriction?: TableRestriction;
}

export interface TableRestriction {
  /** Key of the privacy rules; the same for equal rules. */
  readonly key: string;
  apply(table: TripleTable): Promise<{ readonly table: TripleTable; readonly masked: readonly string[] }>;
}

export interface LoadedTable {
  readonly table: TripleTable;
  /** The table's memory, which workers can share. */
  readonly bytes: Uint8Array;
  readonly report: LoadReport;
  /** Changes whenever the file changes, or the way it is read. */
  readonly dataVersion: string;
  /** True if the table was read from the cache folder. */
  readonly reopened: boolean;
}

/** Progress (0 to 1) when the triples are read, and when they are sorted. */
const READ = 0.8;
const SORTED = 0.95;

/**
 * The triples of a file: from the cache folder if the file has not changed since it was last loaded (by size and time of change), else
 * read, sorted and written there. About 1.5 s and 100 bytes of memory per million triples of N-Triples; a hundredth of that when
 * reopened.
 *
 * @throws FuxiError `target-not-found`, `target-denied`, `target-not-supported`, or `target-corrupt` if nothing at all could be read; the reason
 * of `signal`
 */
export async function loadTripleTable(options: LoadOptions): Promise<LoadedTable> {
  const file = await openSourceFile(options.path);
  const { restriction } = options;
  const source = {
    ...(await factsOf(file, options.format)),
    ...(restriction === undefined ? {} : { policy: restriction.key }),
  };
  const dataVersion = `${file.size}-${file.mtimeMs}-${TABLE_VERSION}`;
  const cache = new TableCache(options.cacheFolder);
  const stored = await cache.read(source);
  options.signal.throwIfAborted();
  if (stored !== undefined) {
    return { ...stored, dataVersion, reopened: true };
  }
  const { table, report } = await restricted(await load(file, options), restriction);
  const bytes = encodeTable({ source, report, table });
  options.onProgress?.({ share: SORTED, text: "writing to the cache folder" });
  const remarks: string[] = [];
  if (!(await isUnchanged(file))) {
    remarks.push(
      "The file was changed while it was read: what is loaded may be neither the old nor the new state.",
    );
  } else if (!(await cache.write(source, bytes))) {
    remarks.push("The cache folder cannot be written, so the file is loaded anew each time.");
  } else await cache.prune();
  options.onProgress?.({ share: 1, text: "loaded" });
  return {
    // Decoded from the bytes that were written, so that the original arrays can be freed.
    table: decodeTable(bytes)?.table ?? table,
    bytes,
    report: { ...report, remarks: [...report.remarks, ...remarks] },
    dataVersion,
    reopened: false,
  };
}

/** Applies the privacy rules to the table and the report, whose quotes of unreadable lines may contain hidden values. */
async function restricted(
  loaded: { readonly table: TripleTable; readonly report: LoadReport },
  restriction: TableRestriction | undefined,
): Promise<{ readonly table: TripleTable; readonly report: LoadReport }> {
  if (restriction === undefined) return loaded;
  const { table, masked } = await restriction.apply(loaded.table);
  return { table, report: { ...loaded.report, triples: table.triples, examples: [], masked } };
}

async function load(
  file: SourceFile,
  options: LoadOptions,
): Promise<{ table: TripleTable; report: LoadReport }> {
  const format = options.format ?? recogniseFormat(file.path, file.head);
  const { signal, onProgress } = options;
  const builder = new TableBuilder();
  const faults = new LoadFaults();
  const chunks = readChunks(file, {
    signal,
    onRead: (bytes) => {
      const share = Math.min(1, bytes / file.size) * READ;
      onProgress?.({ share, text: `${builder.triples.toLocaleString("en")} triples read` });
    },
  });
  const triples = await readTriples(file, chunks, builder, faults, format);
  const report = faults.report(format, triples);
  if (triples === 0 && report.skipped > 0) throw nothingRead(file, report);
  if (triples === 0) faults.remark("The file holds no triples.");
  onProgress?.({ share: READ, text: "sorting triples" });
  const table = await builder.finish({ signal });
  return { table, report: faults.report(format, triples) };
}

async function factsOf(file: SourceFile, format: RdfFormat | undefined): Promise<SourceFacts> {
  const key = createHash("sha256")
    .update(await realpath(file.path))
    .digest("hex");
  const { size, mtimeMs } = file;
  return format === undefined ? { key, size, mtimeMs } : { key, size, mtimeMs, format };
}

async function isUnchanged(file: SourceFile): Promise<boolean> {
  const now = await stat(file.path).catch(() => undefined);
  return now?.size === file.size && now.mtimeMs === file.mtimeMs;
}

function nothingRead(file: SourceFile, { skipped, examples }: LoadReport): FuxiError {
  const [first] = examples;
  const more = skipped > 1 ? ` (the first of ${skipped.toLocaleString("en")} faults)` : "";
  const where = first === undefined ? "" : ` Line ${first.line}: ${first.reason}${more}.`;
  return new FuxiError("target-corrupt", `No triple of ${file.name} could be read.${where}`, {
    hint: "Mend the file, or name its format if it was taken for a wrong one.",
  });
}

/**
 * Reads the chunks of a file in any format. Relative IRIs of documents without a base are resolved against `file:///<name>`.
 * @returns triples of the file, repetitions included; generated triples (labels of delimited files) are not counted
 */
async function readTriples(
  file: SourceFile,
  chunks: AsyncIterable<Uint8Array>,
  builder: TableBuilder,
  faults: LoadFaults,
  format: RdfFormat,
): Promise<number> {
  if (format === "delimited") {
    const reader = new DelimitedReader(builder, faults);
    for await (const block of lineBlocks(chunks)) reader.read(block);
    const { triples } = reader;
    reader.finish(file.name);
    return triples;
  }
  let graphs: number;
  if (format === "n-triples" || format === "n-quads") {
    const reader = new NTriplesReader(builder, faults);
    for await (const block of lineBlocks(chunks)) reader.read(block);
    ({ graphs } = reader);
  } else {
    const { readDocument } = await import("./read-document.ts");
    const base = `file:///${encodeURIComponent(file.name)}`;
    graphs = await readDocument(format, chunks, builder, faults, { base, head: file.head });
  }
  if (graphs > 0) {
    const what = graphs === 1 ? "One named graph was" : `${graphs.toLocaleString("en")} named graphs were`;
    faults.remark(`${what} put together with the rest into one set of triples.`);
  }
  return builder.triples;
}
