import type { ActContext } from "../../src/environment/act-context.ts";
import { clauseExpressions } from "../../src/environments/database/check/clause-expressions.ts";
import { type Comparison, comparisonsIn } from "../../src/environments/database/check/comparisons.ts";
import { EngineQuestions } from "../../src/environments/database/check/engine-questions.ts";
import { InspectionRun } from "../../src/environments/database/check/inspection-run.ts";
import type { DatabaseServices } from "../../src/environments/database/index.ts";
import type { QueryTree, SelectCore } from "../../src/environments/database/sql/query-tree.ts";
import { readQuery } from "../../src/environments/database/sql/read-query.ts";

/** A text that a gold query compares with something. */
export interface GoldLiteral {
  /** Of a LIKE pattern the text inside. */
  readonly text: string;
  readonly isPattern: boolean;
  /** What it is compared with, where that is a plain column. */
  readonly column?: { readonly table: string; readonly column: string };
}

const CLAUSES = ["from", "where", "select", "group_by", "having"] as const;

/** The texts that a query compares with columns, or with expressions over them, wherever in it; each once. */
export async function goldLiterals(
  sql: string,
  services: DatabaseServices,
  context: ActContext,
): Promise<readonly GoldLiteral[]> {
  const tree = readQuery(sql, services.driver.dialect.lexical);
  if (!tree) return [];
  const found = new Map<string, GoldLiteral>();
  for (const { core } of coresOf(tree)) {
    const subject = {
      clause: "where" as const,
      text: sql,
      sql,
      span: { start: 0, end: sql.length },
      tree,
      core,
    };
    const run = await InspectionRun.begin(services, new EngineQuestions(services.driver), subject, context);
    const scope = run.scope(core);
    if (!scope) continue;
    for (const clause of CLAUSES) {
      for (const expression of clauseExpressions(run, core, clause, scope)) {
        for (const comparison of comparisonsIn(run, expression)) {
          for (const literal of literalsOf(comparison)) found.set(JSON.stringify(literal), literal);
        }
      }
    }
  }
  return [...found.values()];
}

function coresOf(tree: QueryTree): readonly { readonly core: SelectCore }[] {
  return [
    ...tree.ctes.flatMap(({ query }) => coresOf(query)),
    ...tree.cores.flatMap((core) => (core.nested ? coresOf(core.nested) : [{ core }])),
  ];
}

function literalsOf({ literals, kind, base }: Comparison): readonly GoldLiteral[] {
  return literals
    .filter((literal) => literal.kind === "string")
    .flatMap(({ value }) => {
      const isPattern = kind === "pattern" || kind === "no-pattern";
      const text = isPattern ? value.replace(/^[%_]+|[%_]+$/gu, "") : value;
      if (text.trim() === "") return [];
      const column = base && { table: base.table.name, column: base.column.name };
      return [{ text, isPattern, ...(column ? { column } : {}) }];
    });
}
