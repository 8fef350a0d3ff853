import type { Action } from "../../src/environment/action.ts";

interface Core {
  from?: string;
  where?: string;
  select?: string;
  group_by?: string;
  having?: string;
}

/** Puts the clauses together again without the code under test, so that the engine can count what each step should tell. */
export class PartialQuery {
  readonly #cores: Core[] = [];
  readonly #operators: string[] = [];

  /** The query whose rows the action should have told; undefined where the bench does not follow (CTEs, empty clauses). */
  after({ tool, arguments: args }: Action): string | undefined {
    if (args.name !== undefined) throw new Error("The bench does not follow CTEs.");
    const text = String(args[`${tool}_statement`]);
    if (tool === "order_by") {
      const tail = /^(limit|offset)\b/i.test(text) ? text : `ORDER BY ${text}`;
      const whole = this.#cores.map(
        (core, at) => `${at > 0 ? ` ${this.#operators[at - 1]} ` : ""}${full(core)}`,
      );
      return `${whole.join("")} ${tail}`;
    }
    if (tool === "from") {
      if (args.operator !== undefined) this.#operators.push(String(args.operator));
      this.#cores.push({ from: text });
    }
    const core = this.#cores[
      args.part === undefined ? this.#cores.length - 1 : Number(args.part) - 1
    ] as Core;
    core[tool as keyof Core] = text;
    if (text === "") return undefined;
    if (tool === "from") return `SELECT 1 FROM ${text}`;
    if (tool === "where" && core.select === undefined) return `SELECT 1 FROM ${core.from} WHERE ${text}`;
    return full(core);
  }
}

function full({ from, where, select, group_by, having }: Core): string {
  const part = (keyword: string, text: string | undefined) => (text ? ` ${keyword} ${text}` : "");
  return `SELECT ${select}${part("FROM", from)}${part("WHERE", where)}${part("GROUP BY", group_by)}${part("HAVING", having)}`;
}
