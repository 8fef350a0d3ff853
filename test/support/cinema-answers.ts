import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { Store } from "oxigraph";
import { cinemaTurtle } from "../../src/samples/cinema/cinema-turtle.ts";

/** One step of a question over several environments, as the questions file has it. */
export interface CinemaStep {
  readonly in: "kb" | "db";
  readonly program?: string;
  readonly sparql?: string;
  readonly sql?: string;
  readonly gives: string;
  /** What is put in for GIVEN. */
  readonly given?: "labels" | "ids";
}

export interface CinemaQuestion {
  readonly id: string;
  readonly kind: string;
  readonly question: string;
  readonly program?: string;
  readonly sparql?: string;
  readonly first?: "kb" | "db";
  readonly steps?: readonly CinemaStep[];
  readonly note?: string;
}

/** Answers by engines that are not this project's: Oxigraph for SPARQL, SQLite for SQL. */
export class CinemaAnswers {
  readonly #store = new Store();
  readonly #database: DatabaseSync;

  constructor(databasePath: string) {
    this.#store.load(cinemaTurtle(), { format: "ttl" });
    this.#database = new DatabaseSync(databasePath, { readOnly: true });
  }

  /** Values of the answer as text, sorted: IRIs whole, literals by their text. */
  answer(question: CinemaQuestion): readonly string[] {
    if (question.sparql !== undefined) return this.#nodes(question.sparql);
    let given: readonly string[] = [];
    for (const step of question.steps ?? []) given = this.step(step, given);
    return given;
  }

  /** What a step gives when it is given that. */
  step(step: CinemaStep, given: readonly string[]): readonly string[] {
    if (step.sql !== undefined) return this.#rows(step.sql, given);
    const values = given.map((value) =>
      step.given === "labels" ? `${JSON.stringify(value)}@en ${JSON.stringify(value)}` : `<${value}>`,
    );
    const nodes = this.#nodes((step.sparql ?? "").replace("GIVEN", values.join(" ")));
    if (step.gives === "numbers") return nodes.map((node) => node.slice(node.lastIndexOf("/") + 1));
    return step.gives === "labels" ? this.#labels(nodes) : nodes;
  }

  close(): void {
    this.#database.close();
  }

  #nodes(sparql: string): readonly string[] {
    const rows = this.#store.query(sparql) as Map<string, { readonly value: string }>[];
    return rows.map((row) => [...row.values()][0]?.value ?? "").sort();
  }

  #labels(nodes: readonly string[]): readonly string[] {
    const labels = this.#nodes(
      `SELECT DISTINCT ?l { VALUES ?n { ${nodes.map((node) => `<${node}>`).join(" ")} } ?n <http://www.w3.org/2000/01/rdf-schema#label> ?l FILTER(LANG(?l) IN ("", "en")) }`,
    );
    return labels;
  }

  #rows(sql: string, given: readonly string[]): readonly string[] {
    this.#database.exec("DROP TABLE IF EXISTS temp.given; CREATE TEMP TABLE given (value)");
    const insert = this.#database.prepare("INSERT INTO temp.given VALUES (?)");
    for (const value of given) insert.run(/^\d+$/u.test(value) ? Number(value) : value);
    const rows = this.#database.prepare(sql).all();
    return rows.map((row) => String(Object.values(row)[0])).sort();
  }
}

/** Short enough for a file: the answers themselves, or of many their number and a digest. */
export function answerRecord(answers: readonly string[]): unknown {
  if (answers.length <= 20) return answers;
  return { total: answers.length, sha256: createHash("sha256").update(answers.join("\n")).digest("hex") };
}
