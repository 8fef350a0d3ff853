import { type ActContext, DEFAULT_ACT_LIMITS } from "../../src/environment/act-context.ts";
import { ClauseCheck, EngineQuestions } from "../../src/environments/database/check/clause-check.ts";
import type { ScopedReference } from "../../src/environments/database/check/clause-expressions.ts";
import { type Comparison, comparisonsIn } from "../../src/environments/database/check/comparisons.ts";
import type { DatabaseServices } from "../../src/environments/database/index.ts";
import type {
  BinaryNode,
  CallNode,
  FromSource,
  QueryTree,
  SelectCore,
  Span,
} from "../../src/environments/database/sql/query-tree.ts";
import { readFrom } from "../../src/environments/database/sql/read-from.ts";
import { readQuery } from "../../src/environments/database/sql/read-query.ts";
import { memoryArtifactStore } from "../../src/store/artifacts.ts";

/** The places of a query that a mutation can touch. */
export interface QuerySites {
  readonly sql: string;
  readonly tree: QueryTree;
  readonly check: ClauseCheck;
  readonly columns: readonly ScopedReference[];
  readonly comparisons: readonly Comparison[];
  readonly calls: readonly CallNode[];
  readonly binaries: readonly BinaryNode[];
  /** Cores at the top of the query, with their sources. */
  readonly cores: readonly { readonly core: SelectCore; readonly sources: readonly FromSource[] }[];
}

export function benchContext(): ActContext {
  return {
    principal: { id: "bench" },
    signal: new AbortController().signal,
    limits: DEFAULT_ACT_LIMITS,
    artifacts: memoryArtifactStore(),
  };
}

export async function sitesOf(services: DatabaseServices, sql: string): Promise<QuerySites | undefined> {
  const { lexical } = services.driver.dialect;
  const tree = readQuery(sql, lexical);
  if (!tree) return undefined;
  const clause = { clause: "select", text: sql, sql, span: { start: 0, end: sql.length }, tree } as const;
  const questions = new EngineQuestions(services.driver);
  const check = new ClauseCheck({ services, questions, clause, context: benchContext() });
  const { nodes, references: columns } = check;
  const calls = nodes.filter((node) => node.type === "call");
  const binaries = nodes.filter((node) => node.type === "binary");
  const comparisons = nodes.flatMap((node) => {
    if (node.type !== "binary" && node.type !== "in" && node.type !== "between") return [];
    if (node.type === "binary" && (node.operator === "AND" || node.operator === "OR")) return [];
    const inside = columns.find((each) => node.start <= each.node.start && each.node.end <= node.end);
    const made = inside ? comparisonsIn(check, { ...inside, node, place: "where" }) : [];
    return made.filter((each) => each.span.start === node.start && each.span.end === node.end);
  });
  const cores = tree.cores.map((core) => ({ core, sources: core.from ? readFrom(core.from, lexical) : [] }));
  return { sql, tree, check, columns, comparisons, calls, binaries, cores };
}

export function replaced(sql: string, span: Span, text: string): string {
  return sql.slice(0, span.start) + text + sql.slice(span.end);
}
