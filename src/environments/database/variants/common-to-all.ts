import { type Marked, say, schemaName, written } from "../../../environment/egress/marks.ts";
import { tableLinks } from "../schema/table-links.ts";
import type { ScopeSource } from "../sql/scope.ts";
import { alternativesOf } from "./attachment.ts";
import type { DraftedQuery } from "./drafted-query.ts";
import type { Proposer, Variant } from "./variant.ts";

const EVERY = /\b(?:every|each|all|both)\s+(?:of\s+)?(?:the\s+|these\s+|those\s+|their\s+|its\s+)?/u;

/** "every", "each", "all", "A and B": what some of them have, or what all of them have in common. */
export const commonToAll: Proposer = (query) => {
  const { core, question } = query;
  const isEvery = question.has(EVERY);
  if (!core.select || query.aggregates.length > 0) return [];
  if (core.having) return isEvery ? withoutHaving(query) : [];
  const [selected, ...more] = new Set(query.selected.map((node) => query.column(node)?.source));
  if (core.groupBy || !selected || more.length > 0) return [];
  const key = query.keyOf(selected);
  if (key === undefined) return [];
  const group = [...new Set([key, ...query.selected.map((node) => query.text(node))])].join(", ");
  const others = query.scope.sources.filter((source) => source !== selected);
  const targets = isEvery
    ? others.flatMap((source) => countedTarget(query, source) ?? [])
    : listed(query, others);
  return targets.flatMap(({ counted, number, reading }) => {
    const end = core.where?.end ?? core.from?.end;
    if (end === undefined) return [];
    const clause = ` GROUP BY ${group} HAVING COUNT(DISTINCT ${counted}) = ${number}`;
    return [
      { kind: "common-to-all", sql: query.edited([{ span: { start: end, end }, text: clause }]), reading },
    ];
  });
};

/** What a row of the result must be joined with to be common to all: so many distinct ones. */
interface Target {
  /** SQL of what is counted, and of how many there must be. */
  readonly counted: string;
  readonly number: string;
  readonly reading: Marked;
}

/** "A and B": values of one column by OR or IN that the question joins by "and". */
function listed(query: DraftedQuery, others: readonly ScopeSource[]): readonly Target[] {
  return query.conditions.flatMap((condition): readonly Target[] => {
    const all = alternativesOf(condition);
    const source = all && query.column(all.column)?.source;
    if (!all || !source || !others.includes(source) || !query.question.joinsByAnd(all.values)) return [];
    const values = all.values.map((value) => written(query.text(value)));
    return [
      {
        counted: query.text(all.column),
        number: String(all.values.length),
        reading: say`only what ${values} have in common`,
      },
    ];
  });
}

function withoutHaving(query: DraftedQuery): readonly Variant[] {
  const { having } = query.core;
  if (!having || !/\bcount\s*\(/iu.test(having.text) || !/\bselect\b/iu.test(having.text)) return [];
  const keyword = /\bhaving\s+$/iu.exec(query.sql.slice(0, having.start));
  if (!keyword) return [];
  return [
    {
      kind: "common-to-all",
      sql: query.edited([{ span: { start: keyword.index, end: having.end }, text: "" }]),
      reading: say`of any of them instead of common to all`,
    },
  ];
}

/** The rows of a source that are meant by "every": those that its own conditions keep. */
function countedTarget(query: DraftedQuery, source: ScopeSource): Target | undefined {
  const { table } = source;
  if (!table) return undefined;
  const { question, dialect } = query;
  const isMeant = (name: string) => question.distanceAfter(EVERY, name, 2) !== undefined;
  const target = (counted: string, name: string, from: string): Target => ({
    counted,
    number: `(SELECT COUNT(*) FROM ${from})`,
    reading: say`only what is common to all ${schemaName(name)} rows that are meant`,
  });
  const key = query.keyOf(source);
  const own = query.conditions.filter((each) => query.isOnlyOf(each, source)).map((each) => query.text(each));
  const isNamed = query.scope.sources.some((each) => each.table && isMeant(each.table.name));
  // "All the members" are rows of readers: where no table is called so, what is limited by a condition of its own is meant.
  if (key !== undefined && (isMeant(table.name) || (!isNamed && own.length > 0))) {
    const where = own.length > 0 ? ` WHERE ${own.join(" AND ")}` : "";
    return target(key, table.name, `${query.text(source.source)}${where}`);
  }
  const isJoined = (other: unknown) => query.scope.sources.some((each) => each.table === other);
  const link = tableLinks(query.services).find(
    ({ from, fromColumns, to }) =>
      from === table && fromColumns.length === 1 && !isJoined(to) && isMeant(to.name),
  );
  const [column] = link?.fromColumns ?? [];
  if (!link || column === undefined) return undefined;
  const schema = link.to.schema === undefined ? "" : `${dialect.identifier(link.to.schema)}.`;
  return target(query.sqlOf(source, column), link.to.name, `${schema}${dialect.identifier(link.to.name)}`);
}
