import {
  allRows,
  numberIn,
  numberOfRows,
  pageOfRows,
  type Selection,
} from "../../sparql/queries/set-queries.ts";
import { type Term, termText } from "../../term/term.ts";
import { storeError } from "../../triple-store/triple-store-error.ts";
import type { SparqlClient, WorkLimit } from "./http/sparql-client.ts";

export type Row = readonly (Term | undefined)[];

const PROBED_ROWS = 2000;
const LARGEST_PAGE = 10_000;
/** Larger results are refused as "too-large". */
const MOST_ROWS = 1_000_000;

/**
 * Rows of a selection, all of them or an error: public endpoints silently cut results off at a number of rows. The engine's limit is
 * probed once; a longer answer is checked by counting, and missing rows are fetched in pages.
 */
export class RowReader {
  readonly #client: SparqlClient;
  /** Answers of at most this many rows are known to be complete. */
  #trusted: Promise<number> | undefined;

  constructor(client: SparqlClient) {
    this.#client = client;
  }

  /** All rows, or `most` of them. @throws TripleStoreError `truncated`, `too-large` */
  async rows(selection: Selection, limit: WorkLimit, most?: number): Promise<readonly Row[]> {
    const answer = await this.#client.ask(allRows(selection, most), limit);
    const { rows } = answer;
    if (rows.length === most || (await this.isWhole(rows.length, answer.rowLimit, limit))) return rows;
    const counted = await this.#count(numberOfRows(selection), limit);
    const wanted = Math.min(counted, most ?? counted);
    if (rows.length >= wanted) return rows;
    return this.#paged(selection, wanted, Math.min(LARGEST_PAGE, rows.length), limit);
  }

  /** Whether an answer of `rows` rows is certainly complete. */
  async isWhole(rows: number, rowLimit: number | undefined, limit: WorkLimit): Promise<boolean> {
    // An aggregate is one row. Fewer rows than any limit of an engine need no probe.
    if (rows <= 1) return true;
    if (rowLimit !== undefined && rows >= rowLimit) return false;
    this.#trusted ??= this.#probe(limit).catch((error) => {
      this.#trusted = undefined;
      throw error;
    });
    return rows <= (await this.#trusted);
  }

  /** Finds the trusted number of rows: fetches triples with a LIMIT, and compares their number with the engine's count. */
  async #probe(limit: WorkLimit): Promise<number> {
    const triples = { variables: ["?s", "?p", "?o"], lines: ["SELECT ?s ?p ?o WHERE { ?s ?p ?o . }"] };
    const some = { ...triples, lines: [...triples.lines, `LIMIT ${PROBED_ROWS}`] };
    const [{ rows }, counted] = await Promise.all([
      this.#client.ask(allRows(triples, PROBED_ROWS), limit),
      this.#count(numberOfRows(some), limit),
    ]);
    return rows.length >= counted ? rows.length : rows.length - 1;
  }

  async #count(query: string, limit: WorkLimit): Promise<number> {
    const { rows } = await this.#client.ask(query, limit);
    const count = rows[0]?.[0];
    if (count === undefined) throw storeError("malformed", "The endpoint counted rows and gave no number.");
    return numberIn(count);
  }

  /** Complete if there are as many distinct rows as counted; does not rely on a stable order of the engine. */
  async #paged(
    selection: Selection,
    wanted: number,
    page: number,
    limit: WorkLimit,
  ): Promise<readonly Row[]> {
    if (wanted > MOST_ROWS)
      throw storeError("too-large", `The result has ${wanted} rows; at most ${MOST_ROWS} are fetched.`);
    const found = new Map<string, Row>();
    for (let offset = 0; offset < wanted && page > 0; ) {
      const size = Math.min(page, wanted - offset);
      const { rows } = await this.#client.ask(pageOfRows(selection, offset, size), limit);
      for (const row of rows) found.set(row.map((term) => (term ? termText(term) : "")).join(" "), row);
      if (rows.length === 0) break;
      offset += rows.length;
    }
    if (found.size >= wanted) return [...found.values()];
    throw storeError(
      "truncated",
      `The endpoint gives only ${found.size} of ${wanted} rows, and the rest could not be had.`,
      { hint: "Narrow the set down before looking at all of it." },
    );
  }
}
