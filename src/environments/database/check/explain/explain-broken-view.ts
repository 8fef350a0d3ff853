import type { ToolFailure } from "../../../../environment/tool-failure.ts";
import { SqlEngineError } from "../../driver/sql-engine-error.ts";
import { findTable, qualifiedTable } from "../../schema/find-table.ts";
import { coreContents } from "../../sql/column-references.ts";
import type { FromSource, QueryTree } from "../../sql/query-tree.ts";
import { subqueriesIn } from "../clause-expressions.ts";
import type { InspectionRun } from "../inspection-run.ts";
import { type Complaint, failure } from "./explanation.ts";

/**
 * A name that the statement does not hold, but a view that it reads from, and that the engine cannot read even alone. What is complained of is
 * never that view itself.
 */
export async function explainBrokenView(complaint: Complaint): Promise<ToolFailure | undefined> {
  const { run, facts } = complaint;
  const { dialect } = run.services.driver;
  const complained = lastPart(facts.identifier);
  for (const source of sourcesOf(run)) {
    const { name = "", schema } = source;
    if (dialect.sameIdentifier(name, complained)) continue;
    const table = findTable(run.services, name, schema);
    // Some engines do not list a view that they cannot read, so that it is no table of the schema either.
    if (table && table.kind !== "view") continue;
    const written = schema === undefined ? "" : `${dialect.identifier(schema)}.`;
    const view = table ? qualifiedTable(run.services, table) : `${written}${dialect.identifier(name)}`;
    const alone = `SELECT 1 FROM ${view} LIMIT 1`;
    if (run.isOver || (await run.ask(alone)) || (!table && (await isMissing(run, alone, name)))) continue;
    const message = `The view ${view} itself is broken: ${facts.engineMessage}. Nothing in this query mends it; take what it shows from the tables.`;
    return failure(complaint, "engine-refused", message, source);
  }
  return undefined;
}

function lastPart(identifier = ""): string {
  return identifier.slice(identifier.lastIndexOf(".") + 1);
}

/** Whether there is no such view: then the engine complains of its name, and of a broken one's of another. */
async function isMissing(run: InspectionRun, sql: string, name: string): Promise<boolean> {
  const { driver } = run.services;
  try {
    await driver.compile(sql, run.context.signal);
    return true;
  } catch (error) {
    if (!(error instanceof SqlEngineError)) throw error;
    return driver.dialect.sameIdentifier(lastPart(error.facts.identifier), name);
  }
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
