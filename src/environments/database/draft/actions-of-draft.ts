import type { Action } from "../../../environment/action.ts";
import type { JsonObject } from "../../../util/json.ts";

import { readExpression } from "../sql/read-expression.ts";
import { readSelectList } from "../sql/read-select-list.ts";
import { walkExpression } from "../sql/walk-expression.ts";
import type { AssemblyRules } from "./assemble.ts";
import { type Draft, type DraftCore, type DraftQuery, MAIN } from "./draft.ts";
import { partName } from "./draft-part.ts";

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
