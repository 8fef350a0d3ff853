import type { CommonTable, QueryTree, SelectCore } from "../sql/query-tree.ts";
import { readQuery } from "../sql/read-query.ts";
import { type AssemblyRules, isRecursive } from "./assemble.ts";
import type { Draft, DraftCore, DraftCte, DraftQuery } from "./draft.ts";

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
