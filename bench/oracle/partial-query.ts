import type { Action } from "../../src/environment/action.ts";

interface Core {
  from?: string;
  where?: string;
  select?: string;
  group_by?: string;
  having?: string;
}

interface Query {
  /** `t(n)` for a CTE, absent for the main query. */
  heading?: string;
  readonly cores: Core[];
  readonly operators: string[];
  tail?: string;
}

const nameOf = (heading: string) => heading.replace(/^RECURSIVE\s+/i, "").replace(/[\s(].*$/s, "");

/** Puts the clauses together again without the code under test, so that the engine can count what each step should tell. */
export class PartialQuery {
  readonly #ctes: Query[] = [];
  readonly #main: Query = { cores: [], operators: [] };

  /** The query whose rows the action should have told; undefined where it sets an empty clause. */
  after({ tool, arguments: args }: Action): string | undefined {
    const text = String(args[`${tool}_statement`]);
    const query = this.#queryOf(args);
    if (tool === "order_by") {
      query.tail = /^(limit|offset)\b/i.test(text) ? text : `ORDER BY ${text}`;
      return `${this.#with(query, query.cores.length)}${compound(query)} ${query.tail}`;
    }
    if (tool === "from") {
      if (args.operator !== undefined) query.operators.push(String(args.operator));
      query.cores.push({});
    }
    const numbered = /(?:^|\.)(\d+)$/.exec(String(args.part ?? ""));
    const at = tool === "from" ? query.cores.length - 1 : Number(numbered?.[1] ?? 1) - 1;
    const core = query.cores[at] as Core;
    core[tool as keyof Core] = text;
    if (text === "") return undefined;
    const before = this.#with(query, at);
    if (tool === "from") return `${before}SELECT 1 FROM ${text}`;
    if (tool === "where" && core.select === undefined)
      return `${before}SELECT 1 FROM ${core.from} WHERE ${text}`;
    return `${before}${full(core)}`;
  }

  #queryOf(args: Action["arguments"]): Query {
    const heading = args.name === undefined ? undefined : String(args.name);
    const part = String(args.part ?? "").replace(/\.\d+$/, "");
    const named = heading === undefined ? part : nameOf(heading);
    const found = this.#ctes.find((cte) => nameOf(cte.heading ?? "") === named);
    if (found) return found;
    if (heading === undefined) return this.#main;
    const cte: Query = { heading: heading.replace(/^RECURSIVE\s+/i, ""), cores: [], operators: [] };
    this.#ctes.push(cte);
    return cte;
  }

  /** The CTEs before a query; in a CTE's later SELECT also that CTE as far as its earlier SELECTs go. */
  #with(query: Query, core: number): string {
    const place = query === this.#main ? this.#ctes.length : this.#ctes.indexOf(query);
    const texts = this.#ctes
      .slice(0, place)
      .map((cte) => `${cte.heading} AS (${compound(cte)} ${cte.tail ?? ""})`);
    if (query !== this.#main && core > 0 && core < query.cores.length) {
      texts.push(`${query.heading} AS (${compound({ ...query, cores: query.cores.slice(0, core) })})`);
    }
    return texts.length === 0 ? "" : `WITH RECURSIVE ${texts.join(", ")} `;
  }
}

function compound({ cores, operators }: Query): string {
  return cores.map((core, at) => `${at > 0 ? ` ${operators[at - 1]} ` : ""}${full(core)}`).join("");
}

function full({ from, where, select = "", group_by, having }: Core): string {
  if (/^values\b/i.test(select)) return select;
  const window = /\sWINDOW\s[\s\S]*$/i.exec(select)?.[0] ?? "";
  const items = select.slice(0, select.length - window.length);
  const part = (keyword: string, text: string | undefined) => (text ? ` ${keyword} ${text}` : "");
  return `SELECT ${items}${part("FROM", from)}${part("WHERE", where)}${part("GROUP BY", group_by)}${part("HAVING", having)}${window}`;
}
