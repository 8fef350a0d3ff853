import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { TripleTable } from "../../src/environments/knowledge-base/stores/embedded/triple-table.ts";
import { comparableValue } from "../../src/environments/knowledge-base/term/comparable-value.ts";
import { termText } from "../../src/environments/knowledge-base/term/term.ts";

type Ids = readonly number[];

/**
 * The same triples in SQLite: numbers for terms, a table that is its own index by subject, and two covering indexes (by predicate and object, by object and
 * predicate); terms are found by their text. Statements are prepared once; variables are temporary tables with a primary key, made outside of what is measured.
 */
export class SqliteTriples {
  readonly database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(path: string, table: TripleTable) {
    this.database = new DatabaseSync(path);
    this.database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000;
      PRAGMA mmap_size = 4000000000; PRAGMA temp_store = MEMORY;
      CREATE TABLE term (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
      CREATE TABLE number (id INTEGER PRIMARY KEY, value REAL NOT NULL);
      CREATE TABLE triple (s INTEGER NOT NULL, p INTEGER NOT NULL, o INTEGER NOT NULL, PRIMARY KEY (s, p, o)) WITHOUT ROWID;
      BEGIN`);
    const term = this.database.prepare("INSERT INTO term VALUES (?, ?)");
    const number = this.database.prepare("INSERT INTO number VALUES (?, ?)");
    for (let id = 0; id < table.dictionary.count; id++) {
      const each = table.dictionary.term(id);
      term.run(id, termText(each));
      const value = comparableValue(each);
      if (value?.kind === "number") number.run(id, value.number);
    }
    const triple = this.database.prepare("INSERT INTO triple VALUES (?, ?, ?)");
    const { offsets, predicates, ends } = table.bySubject;
    for (let s = 0; s < table.dictionary.count; s++) {
      for (let at = offsets[s] as number; at < (offsets[s + 1] as number); at++) {
        triple.run(s, table.predicates[predicates[at] as number] as number, ends[at] as number);
      }
    }
    this.database.exec(`COMMIT;
      CREATE UNIQUE INDEX by_predicate ON triple (p, o, s);
      CREATE UNIQUE INDEX by_object ON triple (o, p, s);
      CREATE UNIQUE INDEX by_text ON term (text);
      ANALYZE`);
  }

  /** A variable, made once. */
  variable(name: string, ids: Iterable<number>): void {
    this.database.exec(`CREATE TEMP TABLE ${name} (id INTEGER PRIMARY KEY); BEGIN`);
    const insert = this.database.prepare(`INSERT INTO ${name} VALUES (?)`);
    for (const id of ids) insert.run(id);
    this.database.exec("COMMIT");
  }

  /** Predicates of one entity in both directions with the number of edges; no kinds and classes, which the store gives besides. */
  relationsOf(entity: string): number {
    const id = this.#id(entity);
    return (
      this.#all("SELECT p, COUNT(*) FROM triple WHERE s = ? GROUP BY p", [id]).length +
      this.#all("SELECT p, COUNT(*) FROM triple WHERE o = ? GROUP BY p", [id]).length
    );
  }

  /** The same with the class at the other end, told from so many ends as the store looks at. */
  describedRelationsOf(entity: string, type: number): number {
    const id = this.#id(entity);
    const forward = this.#all(`${DESCRIBED.replaceAll("@near", "s").replaceAll("@far", "o")}`, [type, id]);
    const inverse = this.#all(`${DESCRIBED.replaceAll("@near", "o").replaceAll("@far", "s")}`, [type, id]);
    return new Set([...forward, ...inverse].map(({ p }) => p)).size;
  }

  neighbours(entity: string, predicate: number): number {
    const sql = "SELECT term.text FROM triple JOIN term ON term.id = o WHERE s = ? AND p = ?";
    return this.#all(sql, [this.#id(entity), predicate]).length;
  }

  /** Predicates of a variable with the number of members that have them. */
  relationsOfVariable(name: string): number {
    const forward = `SELECT p, COUNT(DISTINCT s) FROM ${name} CROSS JOIN triple ON s = id GROUP BY p`;
    const inverse = `SELECT p, COUNT(DISTINCT o) FROM ${name} CROSS JOIN triple ON o = id GROUP BY p`;
    return this.#all(forward, []).length + this.#all(inverse, []).length;
  }

  neighboursOfVariable(name: string, predicate: number): number {
    const sql = `SELECT COUNT(DISTINCT o) AS n FROM ${name} CROSS JOIN triple ON s = id AND p = ?`;
    return Number(this.#all(sql, [predicate])[0]?.["n"]);
  }

  intersection(left: string, right: string): number {
    return Number(this.#all(`SELECT COUNT(*) AS n FROM ${left} JOIN ${right} USING (id)`, [])[0]?.["n"]);
  }

  /** Instances of some classes that a relation leads to from instances of others, without tables in between. */
  intersectionFromTriples(type: number, left: Ids, right: Ids, predicate: number): number {
    const sql = `SELECT COUNT(*) AS n FROM (SELECT DISTINCT s FROM triple WHERE p = ?1 AND o IN (${left})
      INTERSECT SELECT o FROM triple WHERE p = ?2 AND s IN (SELECT s FROM triple WHERE p = ?1 AND o IN (${right})))`;
    return Number(this.#all(sql, [type, predicate])[0]?.["n"]);
  }

  greatest(name: string, predicate: number): number {
    const values = `${name} CROSS JOIN triple ON s = ${name}.id AND p = ?1 JOIN number ON number.id = o`;
    const sql = `SELECT s FROM ${values} WHERE value = (SELECT MAX(value) FROM ${values})`;
    return this.#all(sql, [predicate]).length;
  }

  close(): void {
    this.database.close();
  }

  #id(text: string): number {
    return Number(this.#all("SELECT id FROM term WHERE text = ?", [text])[0]?.["id"]);
  }

  #all(sql: string, parameters: readonly (number | string)[]): Record<string, unknown>[] {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement.all(...parameters) as Record<string, unknown>[];
  }
}

const DESCRIBED = `SELECT edge.p AS p, COUNT(DISTINCT edge.@far) AS n, class.o AS class, COUNT(class.o) FROM triple edge
  LEFT JOIN triple class ON class.s = edge.@far AND class.p = ?1 WHERE edge.@near = ?2 GROUP BY edge.p, class.o`;
