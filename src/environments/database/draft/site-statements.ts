import { type AssemblyRules, assembleCore, assembleQuery } from "./assemble.ts";
import type { ClauseSite } from "./clause-site.ts";
import { type CoreClause, type Draft, queryAt } from "./draft.ts";
import type { AssembledStatement } from "./statement-writer.ts";

/** How far a core goes when a clause is judged; the first is tried first, and one that compiles is enough. */
const REACHES: Readonly<Record<CoreClause, readonly (readonly CoreClause[])[]>> = {
  from: [["from"]],
  // A condition may use a name that only the SELECT gives, on engines that allow it.
  where: [
    ["from", "where"],
    ["from", "where", "select"],
    ["from", "where", "select", "group_by", "having"],
  ],
  select: [
    ["from", "where", "select", "group_by", "having"],
    ["from", "where", "select", "group_by"],
    ["from", "where", "select"],
  ],
  group_by: [
    ["from", "where", "select", "group_by"],
    ["from", "where", "select", "group_by", "having"],
  ],
  having: [["from", "where", "select", "group_by", "having"]],
};

/**
 * The statements in which a clause is compiled, as far as the draft is set. A clause is legal when one of them compiles. Empty when the
 * SELECTs that the clause needs are not there yet.
 */
export function statementsFor(
  draft: Draft,
  site: ClauseSite,
  rules: AssemblyRules,
): readonly AssembledStatement[] {
  if (site.clause === "order_by") {
    const statement = assembleQuery(draft, site.query, { ordered: true }, rules);
    return statement ? [statement] : [];
  }
  const core = queryAt(draft, site.query).cores[site.core] ?? {};
  const seen = new Set<string>();
  return REACHES[site.clause]
    .filter((reach) => !reach.includes("select") || core.select !== undefined || site.clause !== "where")
    .map((reach) => assembleCore(draft, site, reach, rules))
    .filter((statement) => {
      const isNew = statement.spanOf(site) !== undefined && !seen.has(statement.sql);
      seen.add(statement.sql);
      return isNew;
    });
}
