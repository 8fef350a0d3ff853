import type { Action } from "../../../environment/action.ts";
import type { JsonObject } from "../../../util/json.ts";
import { type CommonTable, type QueryTree, type SelectCore, walkExpression } from "../sql/query-tree.ts";
import { readExpression } from "../sql/read-expression.ts";
import { readSelectList } from "../sql/read-items.ts";
import { readQuery } from "../sql/read-query.ts";
import { type AssemblyRules, isRecursive } from "./assemble.ts";
import { type Draft, type DraftCore, type DraftCte, type DraftQuery, MAIN, partName } from "./draft.ts";

/** The draft that a query amounts to, each clause as it is written; undefined when it has parts that a draft has no place for. */
export function draftOfQuery(sql: string, rules: AssemblyRules): Draft | undefined {
  const tree = readQuery(sql, rules.lexical);
  if (!tree) return undefined;
  const ctes = tree.ctes.map((cte) => draftCte(cte, tree.recursive, rules));
  const query = draftQuery(tree, sql);
  return query && ctes.every((cte) => cte !== undefined) && namesDiffer(ctes, rules)
    ? { with: ctes, query }
    : undefined;

  function draftCte(cte: CommonTable, recursive: boolean, facts: AssemblyRules): DraftCte | undefined {
    if (cte.query.ctes.length > 0) return undefined;
    const inner = draftQuery(cte.query, sql);
    if (!inner) return undefined;
    const found: DraftCte = {
      name: cte.name,
      heading: cte.heading,
      ...(cte.hint === undefined ? {} : { hint: cte.hint }),
      query: inner,
    };
    // RECURSIVE stands once for all CTEs; it is kept where the text alone would not ask for it.
    const asked = recursive && tree?.ctes[0] === cte && !isRecursive(found, inner.cores.length, facts);
    return asked ? { ...found, recursive: true } : found;
  }
}

function draftQuery(tree: QueryTree, sql: string): DraftQuery | undefined {
  if (tree.cores.some((core) => core.nested !== undefined)) return undefined;
  const start = tree.orderBy?.start ?? tree.limit?.start;
  const end = tree.limit?.end ?? tree.orderBy?.end;
  return {
    cores: tree.cores.map((core) => draftCore(core, sql)),
    operators: tree.operators,
    ...(start === undefined || end === undefined ? {} : { order_by: sql.slice(start, end) }),
  };
}

function draftCore(core: SelectCore, sql: string): DraftCore {
  const { values, window } = core;
  // The keyword of VALUES stays with its text, which tells it from a SELECT.
  const select = values ? `VALUES ${sql.slice(values.start, values.end)}` : (core.select?.text ?? "");
  return {
    from: core.from?.text ?? "",
    where: core.where?.text ?? "",
    select,
    ...(core.groupBy ? { group_by: core.groupBy.text } : core.having ? { group_by: "" } : {}),
    ...(core.having ? { having: core.having.text } : {}),
    ...(window ? { window: window.text } : {}),
  };
}

function namesDiffer(ctes: readonly DraftCte[], rules: AssemblyRules): boolean {
  return ctes.every((cte, place) =>
    ctes.slice(place + 1).every((other) => !rules.sameIdentifier(cte.name, other.name)),
  );
}

/** The functional actions that set a draft clause by clause, in an order that satisfies the prerequisites. */
export function actionsOfDraft(environment: string, draft: Draft, rules: AssemblyRules): readonly Action[] {
  const actions: Action[] = [];
  const add = (tool: string, args: JsonObject) => actions.push({ environment, tool, arguments: args });
  const addQuery = (query: DraftQuery, at: number, start: JsonObject) => {
    for (const [index, core] of query.cores.entries()) {
      const name = partName(draft, { query: at, core: index });
      const part = name === "main" ? {} : { part: name };
      const operator = index === 0 ? undefined : query.operators[index - 1];
      const whereLater = conditionUsesAlias(core, rules);
      const window = core.window === undefined ? "" : ` WINDOW ${core.window}`;
      add("from", { from_statement: core.from, ...start, ...(operator === undefined ? {} : { operator }) });
      add("where", { where_statement: whereLater ? "" : core.where, ...part });
      add("select", { select_statement: `${core.select}${window}`, ...part });
      if (whereLater) add("where", { where_statement: core.where, ...part });
      if (core.group_by !== undefined) add("group_by", { group_by_statement: core.group_by, ...part });
      if (core.having !== undefined) add("having", { having_statement: core.having, ...part });
    }
    if (query.order_by !== undefined) {
      const part = at === MAIN ? {} : { part: partName(draft, { query: at, core: 0 }) };
      add("order_by", { order_by_statement: query.order_by, ...part });
    }
  };
  for (const [at, cte] of draft.with.entries()) {
    const hint = cte.hint === undefined ? "" : ` AS ${cte.hint}`;
    addQuery(cte.query, at, { name: `${cte.recursive ? "RECURSIVE " : ""}${cte.heading}${hint}` });
  }
  addQuery(draft.query, MAIN, {});
  return actions;
}

/** Some engines let a condition use a name that only the SELECT gives; the SELECT then has to come first. */
function conditionUsesAlias(core: DraftCore, rules: AssemblyRules): boolean {
  if (!core.where || !core.select) return false;
  const aliases = readSelectList(core.select, rules.lexical).items.flatMap(({ alias }) => alias ?? []);
  if (aliases.length === 0) return false;
  let used = false;
  walkExpression(readExpression(core.where, rules.lexical), (node) => {
    if (node.type === "column" && node.qualifier === undefined) {
      used ||= aliases.some((alias) => rules.sameIdentifier(alias, node.name));
    }
    return !used;
  });
  return used;
}
