import type { ToolFailure } from "../../../../environment/tool-failure.ts";
import { coreContents } from "../../sql/core-expressions.ts";
import type { FromSource, QueryTree } from "../../sql/query-tree.ts";
import { subqueriesIn } from "../aggregates.ts";
import { findTable, qualifiedTable } from "../find-table.ts";
import type { InspectionRun } from "../inspection-run.ts";
import { type Complaint, failure } from "./explanation.ts";

/** A name that the statement does not hold, but a view that it reads from, and that the engine cannot read even alone. */
export async function explainBrokenView(complaint: Complaint): Promise<ToolFailure | undefined> {
  const { run, facts } = complaint;
  const { dialect } = run.services.driver;
  for (const source of sourcesOf(run)) {
    const { name = "", schema } = source;
    const table = findTable(run.services, name, schema);
    // Some engines do not list a view that they cannot read, so that it is no table of the schema either.
    if (table && table.kind !== "view") continue;
    const written = schema === undefined ? "" : `${dialect.identifier(schema)}.`;
    const view = table ? qualifiedTable(run.services, table) : `${written}${dialect.identifier(name)}`;
    if (run.isOver || (await run.ask(`SELECT 1 FROM ${view} LIMIT 1`))) continue;
    const message = `The view ${view} itself is broken: ${facts.engineMessage}. Nothing in this query mends it; take what it shows from the tables.`;
    return failure(complaint, "engine-refused", message, source);
  }
  return undefined;
}

function sourcesOf(run: InspectionRun): readonly FromSource[] {
  const { lexical } = run.services.driver.dialect;
  const trees: QueryTree[] = run.subject.tree ? [run.subject.tree] : [];
  const { dialect } = run.services.driver;
  const found: FromSource[] = [];
  const ctes: string[] = [];
  for (const tree of trees) {
    ctes.push(...tree.ctes.map((cte) => cte.name));
    trees.push(...tree.ctes.map((cte) => cte.query));
    for (const core of tree.cores) {
      if (core.nested) trees.push(core.nested);
      const { sources, expressions } = coreContents(core, lexical);
      found.push(...sources.filter((source) => source.kind === "table"));
      trees.push(...sources.flatMap((source) => source.query ?? []));
      trees.push(...expressions.flatMap(({ expression }) => subqueriesIn(expression)));
    }
  }
  return found.filter((source) => !ctes.some((cte) => dialect.sameIdentifier(cte, source.name ?? "")));
}
