import type { Action } from "../../../environment/action.ts";
import type { JsonObject } from "../../../util/json.ts";
import type { CommonTable, QueryTree, SelectCore } from "../sql/query-tree.ts";
import { readQuery } from "../sql/read-query.ts";
import { type AssemblyRules, isRecursive } from "./assemble.ts";
import { type Draft, type DraftCore, type DraftCte, type DraftQuery, MAIN, partName } from "./draft.ts";

/** Splits a query into a draft, with each clause as written; undefined when it has parts that a draft cannot represent. */
export function draftOfQuery(sql: string, rules: AssemblyRules): Draft | undefined {
  const tree = readQuery(sql, rules.lexical);
  if (!tree) return undefined;
  const ctes = tree.ctes.map((cte) => draftCte(cte, tree.recursive, rules));
  const query = draftQuery(tree, sql);
  return query && ctes.every((cte) => cte !== undefined) && namesDiffer(ctes, rules)
    ? { with: ctes, query }
    : undefined;

  function draftCte(cte: CommonTable, recursive: boolean, facts: AssemblyRules): DraftCte | undefined {
    if (cte.query.ctes.length > 0 || cte.hint !== undefined) return undefined;
    const inner = draftQuery(cte.query, sql);
    if (!inner) return undefined;
    const found: DraftCte = { name: cte.name, heading: cte.heading, query: inner };
    // RECURSIVE is written once for all CTEs; the first one stores it if the texts do not imply it.
    const asked = recursive && tree?.ctes[0] === cte && !isRecursive(found, inner.cores.length, facts);
    return asked ? { ...found, recursive: true } : found;
  }
}

function draftQuery(tree: QueryTree, sql: string): DraftQuery | undefined {
  if (tree.cores.some((core) => core.nested !== undefined || core.window !== undefined)) return undefined;
  const start = tree.orderBy?.start ?? tree.limit?.start;
  const end = tree.limit?.end ?? tree.orderBy?.end;
  return {
    cores: tree.cores.map((core) => draftCore(core, sql)),
    operators: tree.operators,
    ...(start === undefined || end === undefined ? {} : { order_by: sql.slice(start, end) }),
  };
}

function draftCore(core: SelectCore, sql: string): DraftCore {
  const { values } = core;
  // The text of VALUES keeps its keyword, to tell it from a SELECT list.
  const select = values ? `VALUES ${sql.slice(values.start, values.end)}` : (core.select?.text ?? "");
  return {
    from: core.from?.text ?? "",
    where: core.where?.text ?? "",
    select,
    ...(core.groupBy ? { group_by: core.groupBy.text } : core.having ? { group_by: "" } : {}),
    ...(core.having ? { having: core.having.text } : {}),
  };
}

function namesDiffer(ctes: readonly DraftCte[], rules: AssemblyRules): boolean {
  return ctes.every((cte, place) =>
    ctes.slice(place + 1).every((other) => !rules.sameIdentifier(cte.name, other.name)),
  );
}

/** The actions that set a draft clause by clause, in an order that satisfies the tools' prerequisites. */
export function actionsOfDraft(environment: string, draft: Draft): readonly Action[] {
  const actions: Action[] = [];
  const add = (tool: string, args: JsonObject) => actions.push({ environment, tool, arguments: args });
  const addQuery = (query: DraftQuery, at: number, start: JsonObject) => {
    for (const [index, core] of query.cores.entries()) {
      const name = partName(draft, { query: at, core: index });
      const part = name === "main" ? {} : { part: name };
      const operator = index === 0 ? undefined : query.operators[index - 1];
      add("from", { from_statement: core.from, ...start, ...(operator === undefined ? {} : { operator }) });
      add("where", { where_statement: core.where, ...part });
      add("select", { select_statement: core.select, ...part });
      if (core.group_by !== undefined) add("group_by", { group_by_statement: core.group_by, ...part });
      if (core.having !== undefined) add("having", { having_statement: core.having, ...part });
    }
    if (query.order_by !== undefined) {
      const part = at === MAIN ? {} : { part: partName(draft, { query: at, core: 0 }) };
      add("order_by", { order_by_statement: query.order_by, ...part });
    }
  };
  for (const [at, cte] of draft.with.entries()) {
    addQuery(cte.query, at, { name: `${cte.recursive ? "RECURSIVE " : ""}${cte.heading}` });
  }
  addQuery(draft.query, MAIN, {});
  return actions;
}
