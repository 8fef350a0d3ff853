import { type ClauseName, clauseOfSpan } from "../../src/environments/database/check/clause.ts";
import { aggregatesIn } from "../../src/environments/database/check/clause-expressions.ts";

import { isPlainNumber } from "../../src/environments/database/check/column-profile.ts";
import { readDate } from "../../src/environments/database/check/date-pattern.ts";
import { columnAt } from "../../src/environments/database/check/query-scope.ts";
import { valueMeanings } from "../../src/environments/database/check/value-advice.ts";
import { areLinked } from "../../src/environments/database/schema/table-links.ts";
import { type ClauseText, conjunctsOf, type Span } from "../../src/environments/database/sql/query-tree.ts";

import { readExpression } from "../../src/environments/database/sql/read-expression.ts";
import type { Seeded } from "../../test/support/random-programs.ts";
import { type Edit, eachLiteral, isText, type QuerySites, quoted, replaced } from "./checked.ts";
import { otherDateForms } from "./damage-classes.ts";

/** A query with one wrong clause. */
export interface WrongClause {
  readonly sql: string;
  readonly gold: string;
  /** The clauses that may be named for it. */
  readonly clauses: readonly ClauseName[];
}

/** Gives cells of a column as SQL literals. */
type Cells = (table: string, column: string) => Promise<readonly string[]>;
type Made = readonly (Edit | WrongClause)[];

/** Ways to make one clause of a query wrong: by what is written at one place, or as a whole. */
export type Wrong = (sites: QuerySites, random: Seeded, cells: Cells) => Made | Promise<Made>;

/** All queries of a kind; of what is written elsewhere than in a clause, none. */
export async function wrongClauses(
  wrong: Wrong,
  sites: QuerySites,
  random: Seeded,
  cells: Cells,
): Promise<readonly WrongClause[]> {
  return (await wrong(sites, random, cells)).flatMap((each): readonly WrongClause[] => {
    if ("sql" in each) return [each];
    const [span, text, ...also] = each;
    const clause = clauseOfSpan(sites.tree, span)?.clause;
    if (!clause) return [];
    return [{ sql: replaced(sites.sql, span, text), gold: sites.sql, clauses: [clause, ...also] }];
  });
}

const textOf = (sites: QuerySites, span: Span): string => sites.sql.slice(span.start, span.end);

/** The text without the letter at that place. */
const without = (text: string, at: number): string => text.slice(0, at) + text.slice(at + 1);

const conditions = (sites: QuerySites, clause: ClauseText | undefined) =>
  clause ? conjunctsOf(readExpression(clause, sites.check.services.driver.dialect.lexical)) : [];

type Place = QuerySites["columns"][number];

/** Columns of the sources of a reference's scope, as `name.column`. */
function otherColumns(sites: QuerySites, place: Place, sameSource: boolean) {
  const found = columnAt(place.scope, place.node);
  const { dialect } = sites.check.services.driver;
  return place.scope.sources.flatMap((source) =>
    (source === found?.source) === sameSource && source.table
      ? source.columns
          .filter((column) => column !== found?.column)
          .map((column) => ({
            source,
            column,
            text:
              source.name === undefined || place.node.qualifier === undefined
                ? dialect.identifier(column.name)
                : `${source.name}.${dialect.identifier(column.name)}`,
          }))
      : [],
  );
}

type Other = ReturnType<typeof otherColumns>[number];

const isTextColumn = ({ column }: Other): boolean => column.origin?.column.affinity === "text";

/** The column on the other side of a join's condition. */
function otherSide(sites: QuerySites, { node, scope }: Place) {
  const pair = sites.binaries.find(
    (each) => each.operator === "=" && (each.left.start === node.start || each.right.start === node.start),
  );
  const other = pair && (pair.left.start === node.start ? pair.right : pair.left);
  return other?.type === "column" ? columnAt(scope, other)?.column.origin : undefined;
}

type Origin = NonNullable<ReturnType<typeof otherSide>>;

/** Whether and how a column is a key to the other side. */
const linkOf = (sites: QuerySites, origin: Origin, { source, column }: Other) =>
  areLinked(
    sites.check.services,
    { table: origin.table, column: origin.column.name },
    { table: source.table ?? origin.table, column: column.name },
  );

/** A join on another column, which is no key to the other side. */
const joinKey: Wrong = (sites, random) =>
  sites.columns.flatMap((place): Made => {
    const origin = place.place === "from" && place.within === sites.tree && otherSide(sites, place);
    if (!origin) return [];
    const wrong = random.pick(
      otherColumns(sites, place, true).filter(
        (other) => other.source.table && other.column.origin && !linkOf(sites, origin, other),
      ),
    );
    return wrong ? [[place.node, wrong.text]] : [];
  });

const otherLegalKey: Wrong = (sites, random) =>
  sites.columns.flatMap((place): Made => {
    if (place.place !== "from") return [];
    const origin = otherSide(sites, place);
    const wrong = random.pick(
      otherColumns(sites, place, true).filter(
        (other) => origin && other.source.table && linkOf(sites, origin, other) === "declared",
      ),
    );
    return wrong ? [[place.node, wrong.text]] : [];
  });

const missingCondition: Wrong = (sites) =>
  sites.cores.flatMap(({ sources }) =>
    sources.flatMap(({ end, join }): Made => (join?.on ? [[{ start: end, end: join.on.end }, ""]] : [])),
  );

const commaJoin: Wrong = (sites) =>
  sites.cores.flatMap(
    ({ core, sources }): Made =>
      core.from && sources.length > 1 && sources.every(({ kind }) => kind === "table")
        ? [[core.from, sources.map((source) => textOf(sites, source)).join(", "), "where"]]
        : [],
  );

/** A literal that stands in another column. */
const strayLiteral: Wrong = async (sites, random, cells) => {
  const found: Edit[] = [];
  for (const comparison of sites.comparisons) {
    const { base, literals } = comparison;
    for (const literal of literals) {
      if (!base || !isText(literal, comparison)) continue;
      const own = new Set(await cells(base.table.name, base.column.name));
      const table = random.pick(sites.check.services.schema.tables);
      const column = random.pick(table?.columns.filter((each) => each.affinity === "text") ?? []);
      const value = table && column && random.pick(await cells(table.name, column.name));
      if (value !== undefined && !own.has(value)) found.push([literal, value]);
    }
  }
  return found;
};

const misspeltLiteral = eachLiteral((literal, comparison, random) =>
  isText(literal, comparison) && literal.value.length >= 4
    ? [quoted(without(literal.value, 1 + random.below(literal.value.length - 2)))]
    : [],
);

const caseOfLiteral = eachLiteral((literal, comparison) => {
  const { value } = literal;
  const wrong = value === value.toLowerCase() ? value.toUpperCase() : value.toLowerCase();
  return isText(literal, comparison) && wrong !== value ? [quoted(wrong)] : [];
});

/** A condition on a column of another table at hand, which the engine takes. */
const columnOfOtherTable: Wrong = (sites, random) =>
  sites.comparisons.flatMap(({ operand, kind, literals }): Made => {
    const place = sites.columns.find(({ node }) => node.start === operand.start);
    if (!place || kind !== "equal" || literals[0]?.kind !== "string") return [];
    const wrong = random.pick(otherColumns(sites, place, false).filter(isTextColumn));
    return wrong ? [[operand, wrong.text]] : [];
  });

/** A qualifier of a table that does not have the column. */
const wrongQualifier: Wrong = (sites, random) =>
  sites.columns.flatMap(({ node, scope }): Made => {
    if (node.qualifier === undefined) return [];
    const other = random.pick(
      scope.sources.filter(
        ({ name, columns }) =>
          name !== undefined && !columns.some((each) => each.name.toLowerCase() === node.name.toLowerCase()),
      ),
    );
    const span = { start: node.start, end: node.start + node.qualifier.length };
    return other ? [[span, other.name ?? ""]] : [];
  });

const misspeltColumn: Wrong = (sites, random) =>
  sites.columns.flatMap(({ node }): Made => {
    const name = textOf(sites, node);
    if (node.name.length < 4 || node.quotedWith) return [];
    return [[node, without(name, name.length - 1 - random.below(2))]];
  });

const misspeltTable: Wrong = (sites) =>
  sites.cores.flatMap(({ sources }) =>
    sources.flatMap(
      ({ kind, start, name = "" }): Made =>
        kind === "table" && name.length > 4 ? [[{ start, end: start + name.length }, without(name, 3)]] : [],
    ),
  );

const misspeltFunction: Wrong = (sites, random) =>
  sites.calls.flatMap(({ name, nameSpan }): Made => {
    const i = random.below(name.length - 1);
    const wrong = name.slice(0, i) + (name[i + 1] ?? "") + (name[i] ?? "") + name.slice(i + 2);
    return wrong.toLowerCase() === name.toLowerCase() ? [] : [[nameSpan, wrong]];
  });

const noGrouping: Wrong = (sites) =>
  sites.cores.flatMap(({ core: { groupBy } }): Made => {
    const start = groupBy ? sites.sql.slice(0, groupBy.start).search(/group\s+by\s*$/iu) : -1;
    if (!groupBy || start < 0) return [];
    const sql = replaced(sites.sql, { start, end: groupBy.end }, "");
    return [{ sql, gold: sites.sql, clauses: ["select", "group_by", "order_by", "having"] }];
  });

const otherGrouping: Wrong = (sites, random) =>
  sites.columns.flatMap((place): Made => {
    if (place.place !== "groupBy") return [];
    const wrong = random.pick([...otherColumns(sites, place, true), ...otherColumns(sites, place, false)]);
    return wrong ? [[place.node, wrong.text, "select", "order_by", "having"]] : [];
  });

/** Other columns of the same table that hold numbers as text. */
async function numbersAsText(sites: QuerySites, place: Place, cells: Cells): Promise<readonly Edit[]> {
  const found: Edit[] = [];
  for (const other of otherColumns(sites, place, true)) {
    const values = await cells(other.source.table?.name ?? "", other.column.name);
    const areNumbers = values.every((value) => isPlainNumber(value.replace(/^'|'$/gu, "")));
    if (isTextColumn(other) && values.length > 3 && areNumbers) found.push([place.node, other.text]);
  }
  return found;
}

const textOrder: Wrong = async (sites, _, cells) => {
  const found: Edit[] = [];
  for (const place of sites.columns) {
    if (place.place !== "orderBy") continue;
    const origin = columnAt(place.scope, place.node)?.column.origin;
    if (origin && ["integer", "real", "decimal"].includes(origin.column.affinity))
      found.push([place.node, `CAST(${textOf(sites, place.node)} AS TEXT)`]);
    found.push(...(await numbersAsText(sites, place, cells)));
  }
  return found;
};

const numberAsText: Wrong = async (sites, _, cells) => {
  const found: Edit[] = [];
  for (const place of sites.columns) {
    const isCompared = sites.comparisons.some(
      ({ operand, kind, literals }) =>
        operand.start === place.node.start &&
        kind === "order" &&
        literals.every((literal) => literal.kind === "number"),
    );
    if (isCompared) found.push(...(await numbersAsText(sites, place, cells)));
  }
  return found;
};

const constantOrder: Wrong = (sites) =>
  sites.columns.flatMap(({ node, place }): Made => (place === "orderBy" ? [[node, `'${node.name}'`]] : []));

const dateForm = eachLiteral((literal, _, random) => {
  const [reading] = literal.kind === "string" ? readDate(literal.value) : [];
  if (!reading || !/%-?d/u.test(reading.pattern)) return [];
  const wrong = random.pick(otherDateForms(reading.date, reading.pattern));
  return wrong === undefined ? [] : [`'${wrong}'`];
});

const contradiction: Wrong = async (sites, random, cells) => {
  const found: Edit[] = [];
  for (const { core } of sites.cores) {
    for (const condition of conditions(sites, core.where)) {
      const { base, kind, literals, operand } =
        sites.comparisons.find(({ span }) => span.start === condition.start && span.end === condition.end) ??
        {};
      if (!base || !operand || kind !== "equal" || literals?.length !== 1) continue;
      const value = random.pick(await cells(base.table.name, base.column.name));
      const text = textOf(sites, condition);
      if (value !== undefined && value !== text)
        found.push([condition, `${text} AND ${textOf(sites, operand)} = ${value}`]);
    }
  }
  return found;
};

const aggregateInWhere: Wrong = (sites) =>
  sites.cores.flatMap(({ core: { having, from, where } }): Made => {
    if (!having || !from) return [];
    const at = where?.end ?? from.end;
    const start = sites.sql.slice(0, having.start).search(/having\s*$/iu);
    const left = replaced(sites.sql, { start, end: having.end }, "");
    const moved = where ? ` AND ${having.text}` : ` WHERE ${having.text}`;
    const sql = replaced(left, { start: at, end: at }, moved);
    return [{ sql, gold: sites.sql, clauses: ["where"] }];
  });

const nullComparison: Wrong = (sites) =>
  sites.cores.flatMap(({ core }) =>
    conditions(sites, core.where).flatMap((node): Made => {
      if (node.type === "unary" && node.operator === "IS NULL")
        return [[node, `${textOf(sites, node.operand)} = NULL`]];
      if (node.type === "unary" && node.operator === "IS NOT NULL")
        return [[node, `${textOf(sites, node.operand)} <> NULL`]];
      if (node.type !== "binary" || node.left.type !== "column") return [];
      return [[node, `${textOf(sites, node)} AND ${textOf(sites, node.left)} <> NULL`]];
    }),
  );

const bareOr: Wrong = (sites) =>
  sites.binaries.flatMap(
    ({ operator, right }): Made =>
      operator === "OR" && right.type === "binary" && right.operator === "=" && right.right.type === "literal"
        ? [[right, textOf(sites, right.right)]]
        : [],
  );

const textAggregate: Wrong = (sites, random) =>
  sites.calls.flatMap(({ name, arguments: [argument] }): Made => {
    const place = sites.columns.find(({ node }) => node.start === argument?.start);
    if (!/^(sum|avg)$/iu.test(name) || argument?.type !== "column" || !place) return [];
    const wrong = random.pick(otherColumns(sites, place, true).filter(isTextColumn));
    return wrong ? [[argument, wrong.text]] : [];
  });

const REAL = /CAST\s*\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\s+AS\s+(?:REAL|FLOAT)\s*\)/giu;

const integerDivision: Wrong = ({ sql }) =>
  [...sql.matchAll(REAL)].map(
    ({ index, 0: all, 1: inner = "" }): Edit => [{ start: index, end: index + all.length }, inner],
  );

const quotedColumn: Wrong = (sites) =>
  sites.columns.flatMap(
    ({ node: { start, end, name }, place, within }): Made =>
      name.length > 4 && (place === "select" || place === "orderBy") && within === sites.tree
        ? [[{ start, end }, `"${name.slice(0, -2)}${name.at(-1)}"`]]
        : [],
  );

const unquotedValue = eachLiteral(({ kind, value }) =>
  kind === "string" && /^[A-Za-z]{3,}$/u.test(value) ? [value] : [],
);

const swappedRange: Wrong = (sites) =>
  sites.comparisons.flatMap(({ operator, literals: [low, high] }): Made => {
    if (operator !== "BETWEEN" || !low || !high) return [];
    const sql = replaced(replaced(sites.sql, high, textOf(sites, low)), low, textOf(sites, high));
    const clause = clauseOfSpan(sites.tree, low)?.clause;
    return clause ? [{ sql, gold: sites.sql, clauses: [clause] }] : [];
  });

const emptyPattern = eachLiteral(({ value }, { kind }) =>
  kind === "pattern" && /[A-Za-z]{3}/u.test(value) ? [quoted(value.replace(/[A-Za-z]/u, "xq"))] : [],
);

const labelForCode = eachLiteral(({ value }, { base, kind }) => {
  const meanings = base && kind === "equal" ? valueMeanings(base.column) : [];
  const meaning = meanings.find((each) => each.value === value)?.meaning;
  return meaning ? [quoted(meaning)] : [];
});

const rowsInHaving: Wrong = (sites) =>
  sites.cores.flatMap(({ core }) =>
    conditions(sites, core.having).flatMap((node): Made => {
      const [call] = aggregatesIn(node, sites.check.dialect);
      const argument = call?.arguments[0];
      return call && argument?.type === "column" ? [[call, textOf(sites, argument), "select"]] : [];
    }),
  );

/** Faults that show in the schema, the data or the SQL itself. */
export const VISIBLE: Readonly<Record<string, Wrong>> = {
  "join key": joinKey,
  "join without condition": missingCondition,
  "comma join without condition": commaJoin,
  "literal of another column": strayLiteral,
  "misspelt literal": misspeltLiteral,
  "case of a literal": caseOfLiteral,
  "label for code": labelForCode,
  "column of another table": columnOfOtherTable,
  "wrong qualifier": wrongQualifier,
  "misspelt column": misspeltColumn,
  "misspelt table": misspeltTable,
  "misspelt function": misspeltFunction,
  "no GROUP BY": noGrouping,
  "other GROUP BY": otherGrouping,
  "text-ordered numbers": textOrder,
  "constant order": constantOrder,
  "text compared as number": numberAsText,
  "date form": dateForm,
  contradiction,
  "aggregate in WHERE": aggregateInWhere,
  "row condition in HAVING": rowsInHaving,
  "NULL compared by =": nullComparison,
  "bare value in OR": bareOr,
  "aggregate of text": textAggregate,
  "integer division": integerDivision,
  "quoted column as text": quotedColumn,
  "value without quotes": unquotedValue,
  "range the wrong way round": swappedRange,
  "pattern that fits nothing": emptyPattern,
};

const droppedCondition: Wrong = (sites) =>
  sites.cores.flatMap(({ core }) => {
    const all = conditions(sites, core.where);
    return all.length > 1 ? all.map((node): Edit => [node, "1 = 1"]) : [];
  });

const FLIP: Readonly<Record<string, string>> = { "<": ">", ">": "<", "<=": ">=", ">=": "<=" };

const otherDirection: Wrong = (sites) =>
  sites.binaries.flatMap((node): Made => {
    const flipped = FLIP[node.operator];
    if (flipped === undefined) return [];
    return [[node, `${textOf(sites, node.left)} ${flipped} ${textOf(sites, node.right)}`]];
  });

const otherValue: Wrong = async (sites, random, cells) => {
  const found: Edit[] = [];
  for (const { base, kind, literals } of sites.comparisons) {
    const value = base && random.pick(await cells(base.table.name, base.column.name));
    if (value !== undefined && kind === "equal" && literals[0]) found.push([literals[0], value]);
  }
  return found;
};

/** Faults that only the question tells. */
export const BY_INTENT: Readonly<Record<string, Wrong>> = {
  "dropped condition": droppedCondition,
  "another legal key": otherLegalKey,
  "other comparison direction": otherDirection,
  "another value of the column": otherValue,
};
