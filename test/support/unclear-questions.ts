import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { Store } from "oxigraph";
import { cinemaTurtle } from "../../src/samples/cinema/cinema-turtle.ts";

/** A question with every understanding of it that a reader of the schema holds possible, written without seeing the data. */
export interface UnclearQuestion {
  readonly id: string;
  readonly environment: "cinema" | "cinema-kb";
  readonly question: string;
  readonly kind: "clear" | "typo" | "several-meanings" | "several-columns" | "missing" | "unsupported";
  readonly words: readonly string[];
  readonly understandings: readonly { readonly meaning: string; readonly gold: string }[];
  /** Place of what the person has in mind. */
  readonly intended?: number;
  /** What they say when they are asked. */
  readonly reply: string;
}

export interface TwoTurnQuestion {
  readonly id: string;
  readonly environment: "cinema" | "cinema-kb";
  readonly first: string;
  readonly firstGold: string;
  readonly second: string;
  readonly secondGold: string;
}

/** What should happen to an unclear question, as the results of its understandings show. */
export interface Expected {
  readonly behaviour: "ask" | "answer" | "unanswerable";
  /** The result that the person wants, each row as a list of texts. */
  readonly answer: Rows;
}

export type Rows = readonly (readonly string[])[];

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../src/samples/cinema/${name}`, import.meta.url), "utf8"));

export const unclearQuestions = (): readonly UnclearQuestion[] => read("unclear-questions.json");
export const twoTurnQuestions = (): readonly TwoTurnQuestion[] => read("two-turn-questions.json");

/** Runs gold queries on engines that are not this project's: SQLite and Oxigraph. */
export class GoldEngines {
  readonly #database: DatabaseSync;
  #store: Store | undefined;

  constructor(databasePath: string) {
    this.#database = new DatabaseSync(databasePath, { readOnly: true });
  }

  rows(environment: "cinema" | "cinema-kb", query: string): Rows {
    if (environment === "cinema") {
      const statement = this.#database.prepare(query);
      statement.setReturnArrays(true);
      return (statement.all() as unknown as readonly (readonly unknown[])[]).map((row) => row.map(textOf));
    }
    if (this.#store === undefined) {
      this.#store = new Store();
      this.#store.load(cinemaTurtle(), { format: "ttl" });
      // Names of people and places carry no language; the gold queries were written as if all names were English.
      this.#store.update(`PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
        INSERT { ?thing rdfs:label ?english }
        WHERE { ?thing rdfs:label ?label FILTER(lang(?label) = "") BIND(STRLANG(str(?label), "en") AS ?english) }`);
    }
    const found = this.#store.query(query) as readonly ReadonlyMap<string, { readonly value: string }>[];
    return found.map((row) => [...row.values()].map(({ value }) => textOf(value)));
  }

  /**
   * Two understandings with different results: ask. One that gives something: answer with it, and say what was assumed where others were possible. None: it
   * cannot be answered. A lone zero or NULL is nothing where another understanding gives something.
   */
  expected({ environment, understandings, intended }: UnclearQuestion): Expected {
    const results = understandings.map(({ gold }) => this.rows(environment, gold));
    const some = results.filter((rows) => !isNothing(rows));
    const distinct = new Set(some.map(keyOf));
    const wanted = results[intended ?? -1] ?? [];
    if (understandings.length === 0) return { behaviour: "unanswerable", answer: [] };
    if (distinct.size > 1) return { behaviour: "ask", answer: wanted };
    return { behaviour: "answer", answer: some[0] ?? wanted };
  }

  close(): void {
    this.#database.close();
  }
}

/** Rows as a set, whatever the order of rows. */
export function keyOf(rows: Rows): string {
  return [...new Set(rows.map((row) => JSON.stringify(row)))].sort().join("\n");
}

function isNothing(rows: Rows): boolean {
  const [row] = rows;
  return row === undefined || (rows.length === 1 && row.length === 1 && (row[0] === "" || row[0] === "0"));
}

/** Numbers as JavaScript writes them, so that 90 and 90.0 are one; entities by their short names. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = String(value)
    .replace(/^<?https:\/\/cinema\.example\/(?:(ontology)#)?([\w-]+)\/?/u, "$2:")
    .replace(/>$/u, "");
  return /^-?\d+(\.\d+)?$/u.test(text) ? String(Number(text)) : text;
}
