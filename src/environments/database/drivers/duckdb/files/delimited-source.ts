import { detectDelimiting, mostFrequentWidth, recordsOf, separatorLine } from "./detect-delimiting.ts";
import { detectHeader, type HeaderPlace } from "./detect-header.ts";
import { type EncodingFacts, encodingDoubts } from "./encoding.ts";
import { counted } from "./load-report.ts";
import { type DelimitedRecord, type Delimiting, readPlainLine, readRecord } from "./read-record.ts";
import { readTextFile, sampleTextFile } from "./read-text-file.ts";
import { rowShaper } from "./row-shaper.ts";
import type { SourceRow } from "./staging-table.ts";
import { columnNames, namesSaid, type TabularSource } from "./tabular-source.ts";

const MOST_TITLE_CHARACTERS = 200;

/** Opens a file of delimited text: how it is written is found from its beginning, its rows are read as they are asked for. */
export async function openDelimited(
  path: string,
  signal: AbortSignal,
  {
    told,
    onBytes = () => {},
  }: {
    /** The encoding that was named for it. */
    readonly told?: string | undefined;
    readonly onBytes?: (read: number) => void;
  } = {},
): Promise<TabularSource> {
  const { plan, ...head } = await sampleTextFile(path, signal, told);
  const sample = { ...head, text: lineFeeds(head.text, head.text) };
  const how = detectDelimiting(sample.text, sample.complete);
  const skip = separatorLine(sample.text)?.length ?? 0;
  const records = recordsOf(sample.text.slice(skip), how, sample.complete);
  const { width } = mostFrequentWidth(records);
  const place = detectHeader(records, width);
  const names = columnNames(place.names, width);
  const shaper = rowShaper(names.length, how.delimiter, { padded: false });
  const file = readTextFile(path, signal, plan);
  let strayQuotes = 0;
  const headerRows: number[] = [];

  async function* batches(): AsyncGenerator<readonly SourceRow[]> {
    let row = skip > 0 ? 1 : 0;
    let seen = 0;
    for await (const read of recordsIn(file.pieces, { how, skip, width, sample: sample.text })) {
      const batch: SourceRow[] = [];
      for (const record of read) {
        row++;
        strayQuotes += record.strayQuotes;
        const isBlank = record.cells.length === 1 && record.cells[0]?.trim() === "";
        if (isBlank && width > 1) continue;
        // The places of title and names are counted in rows that are not blank.
        if (seen < place.dataAt) {
          if (!record.cells.some((cell) => cell.trim() !== "")) continue;
          if (seen >= (place.from ?? place.at ?? place.dataAt)) headerRows.push(row);
          seen++;
          continue;
        }
        const shaped = shaper.shape(row, record.cells);
        if (shaped !== undefined) batch.push(shaped);
      }
      onBytes(file.bytesRead());
      yield batch;
    }
  }

  return {
    names,
    batches: batches(),
    outcome: () => ({
      hasExtra: shaper.hasExtra(),
      reading: readingOf(file.facts(), how, { headerRows, title: titleOf(records, place) }),
      doubts: [...encodingDoubts(file.facts()), ...quoteDoubts(strayQuotes), ...shaper.doubts()],
    }),
  };
}

/** Line ends of old Macs become line feeds, which are quicker to find. */
function lineFeeds(text: string, sample: string): string {
  return sample.includes("\n") || !sample.includes("\r") ? text : text.replaceAll("\r", "\n");
}

async function* recordsIn(
  pieces: AsyncIterable<string>,
  {
    how,
    skip,
    width,
    sample,
  }: {
    readonly how: Delimiting;
    readonly skip: number;
    readonly width: number;
    readonly sample: string;
  },
): AsyncGenerator<readonly DelimitedRecord[]> {
  const isOldMac = !sample.includes("\n");
  const next = (text: string, complete: boolean): readonly [readonly DelimitedRecord[], string] => {
    const records: DelimitedRecord[] = [];
    let at = 0;
    while (at < text.length) {
      const record = readRecord(text, at, how, complete);
      if (record === undefined) break;
      const usual = repaired(record, text, at, how, width);
      records.push(usual);
      at = usual.next;
    }
    return [records, text.slice(at)];
  };
  let rest = "";
  let skipped = false;
  for await (const piece of pieces) {
    rest += isOldMac ? piece.replaceAll("\r", "\n") : piece;
    if (!skipped) {
      if (rest.length < skip) continue;
      rest = rest.slice(skip);
      skipped = true;
    }
    const [records, left] = next(rest, false);
    rest = left;
    yield records;
  }
  const [records] = next(rest, true);
  yield records;
}

/** A quote that opens a cell by mistake takes the lines up to the next quote with it: told by the number of cells. */
function repaired(
  record: DelimitedRecord,
  text: string,
  at: number,
  how: Delimiting,
  width: number,
): DelimitedRecord {
  if (!record.severalLines) return record;
  const line = readPlainLine(text, at, how);
  if (line.cells.length !== width) return record;
  if (record.cells.length !== width) return line;
  return record.strayQuotes > 0 && areRecords(text, at, record.next, how, width) ? line : record;
}

function areRecords(text: string, from: number, to: number, how: Delimiting, width: number): boolean {
  for (let at = from; at < to; ) {
    const line = readPlainLine(text, at, how);
    if (line.cells.length !== width) return false;
    at = line.next;
  }
  return true;
}

function titleOf(head: readonly (readonly string[])[], { from, at, dataAt }: HeaderPlace): string {
  const rows = head
    .slice(0, from ?? at ?? dataAt)
    .map((row) => row.filter((cell) => cell.trim() !== "").join(" "));
  return rows.join(" / ").replace(/\s+/gu, " ").trim().slice(0, MOST_TITLE_CHARACTERS);
}

const DELIMITER_NAMES: ReadonlyMap<string, string> = new Map([
  ["\t", "tabs"],
  ["\u0001", "control characters"],
]);

function readingOf(
  { encoding }: EncodingFacts,
  { delimiter, quote }: Delimiting,
  { headerRows, title }: { readonly headerRows: readonly number[]; readonly title: string },
): readonly string[] {
  return [
    encoding,
    ...(delimiter === "" ? [] : [`delimited by ${DELIMITER_NAMES.get(delimiter) ?? delimiter}`]),
    ...(quote === "'" ? ["quoted by '"] : []),
    namesSaid(headerRows),
    ...(title === "" ? [] : [`title "${title}"`]),
  ];
}

function quoteDoubts(strayQuotes: number): readonly string[] {
  return strayQuotes > 0
    ? [`${counted(strayQuotes, "quote")} inside cells or never closed, kept as written`]
    : [];
}
