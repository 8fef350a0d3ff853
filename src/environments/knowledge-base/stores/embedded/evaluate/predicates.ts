import type { Step } from "../../../program/program.ts";
import type { TripleTable } from "../triple-table.ts";

/** Names and numbers of a table's predicates, both ways, and single steps by number, made once. */
export class Predicates {
  readonly names: readonly string[];
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #paths: (readonly Step[])[] = [];

  constructor({ predicates, dictionary }: TripleTable) {
    this.names = Array.from(predicates, (id) => dictionary.textOf(id));
    this.#numbers = new Map(this.names.map((name, number) => [name, number]));
  }

  number(name: string): number | undefined {
    return this.#numbers.get(name);
  }

  /** The path of one step whose edge is numbered as the predicate's number times two, plus one for inverse. */
  path(edge: number): readonly Step[] {
    const known = this.#paths[edge];
    if (known !== undefined) return known;
    const path = [{ predicate: this.names[edge >>> 1] ?? "", inverse: (edge & 1) === 1 }];
    this.#paths[edge] = path;
    return path;
  }
}
