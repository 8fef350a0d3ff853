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
import { otherDateForms } from "./damage-classes.ts";
import { type QuerySites, replaced } from "./query-sites.ts";

/** A query with one wrong clause. */
export interface WrongClause {
  readonly sql: string;
  readonly gold: string;
  /** The clauses that may be named for it. */
  readonly clauses: readonly ClauseName[];
}

/** Gives cells of a column as SQL literals. */
export type Cells = (table: string, column: string) => Promise<readonly string[]>;

export type Wrong = (
  sites: QuerySites,
  random: Seeded,
  cells: Cells,
) => readonly WrongClause[] | Promise<readonly WrongClause[]>;

function made(sites: QuerySites, span: Span, text: string, ...also: ClauseName[]): readonly WrongClause[] {
  const clause = clauseOfSpan(sites.tree, span)?.clause;
  if (!clause) return [];
  return [{ sql: replaced(sites.sql, span, text), gold: sites.sql, clauses: [clause, ...also] }];
}

function text(sites: QuerySites, span: Span): string {
  return sites.sql.slice(span.start, span.end);
}

function conditions(sites: QuerySites, clause: ClauseText | undefined) {
  return clause ? conjunctsOf(readExpression(clause, sites.check.services.driver.dialect.lexical)) : [];
}

/** Columns of the sources of a reference's scope, as `name.column`. */
function otherColumns(sites: QuerySites, place: QuerySites["columns"][number], sameSource: boolean) {
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

/** A join on another column, which is no key to the other side. */
const joinKey: Wrong = (sites, random) =>
  sites.columns.flatMap((place) => {
    if (place.place !== "from" || place.within !== sites.tree) return [];
    const pair = sites.binaries.find(
      (each) =>
        each.operator === "=" &&
        (each.left.start === place.node.start || each.right.start === place.node.start),
    );
    const other = pair && (pair.left.start === place.node.start ? pair.right : pair.left);
    const origin = other?.type === "column" ? columnAt(place.scope, other)?.column.origin : undefined;
    if (!origin) return [];
    const candidates = otherColumns(sites, place, true).filter(({ source, column }) => {
      if (!source.table || !column.origin) return false;
      return !areLinked(
        sites.check.services,
        { table: origin.table, column: origin.column.name },
        { table: source.table, column: column.name },
      );
    });
    const wrong = random.pick(candidates);
    return wrong ? made(sites, place.node, wrong.text) : [];
  });

const missingCondition: Wrong = (sites) =>
  sites.cores.flatMap(({ sources }) =>
    sources.flatMap((source) => {
      const { on } = source.join ?? {};
      return on ? made(sites, { start: source.end, end: on.end }, "") : [];
    }),
  );

const commaJoin: Wrong = (sites) =>
  sites.cores.flatMap(({ core, sources }) =>
    core.from && sources.length > 1 && sources.every((source) => source.kind === "table")
      ? made(sites, core.from, sources.map((source) => text(sites, source)).join(", "), "where")
      : [],
  );

/** A literal that stands in another column. */
const strayLiteral: Wrong = async (sites, random, cells) => {
  const found: WrongClause[] = [];
  for (const { base, kind, literals } of sites.comparisons) {
    const tables = sites.check.services.schema.tables;
    for (const literal of literals) {
      if (!base || kind !== "equal" || literal.kind !== "string") continue;
      const own = new Set(await cells(base.table.name, base.column.name));
      const table = random.pick(tables);
      const column = random.pick(table?.columns.filter((each) => each.affinity === "text") ?? []);
      const value = table && column && random.pick(await cells(table.name, column.name));
      if (value !== undefined && !own.has(value)) found.push(...made(sites, literal, value));
    }
  }
  return found;
};

const misspeltLiteral: Wrong = (sites, random) =>
  sites.comparisons.flatMap(({ literals, kind }) =>
    literals.flatMap((literal) => {
      if (kind !== "equal" || literal.kind !== "string" || literal.value.length < 4) return [];
      const i = 1 + random.below(literal.value.length - 2);
      const wrong = literal.value.slice(0, i) + literal.value.slice(i + 1);
      return made(sites, literal, `'${wrong.replaceAll("'", "''")}'`);
    }),
  );

const caseOfLiteral: Wrong = (sites) =>
  sites.comparisons.flatMap(({ literals, kind }) =>
    literals.flatMap((literal) => {
      const wrong =
        literal.value === literal.value.toLowerCase()
          ? literal.value.toUpperCase()
          : literal.value.toLowerCase();
      return kind === "equal" && literal.kind === "string" && wrong !== literal.value
        ? made(sites, literal, `'${wrong.replaceAll("'", "''")}'`)
        : [];
    }),
  );

/** A condition on a column of another table at hand, which the engine takes. */
const columnOfOtherTable: Wrong = (sites, random) =>
  sites.comparisons.flatMap(({ operand, kind, literals }) => {
    const place = sites.columns.find(({ node }) => node.start === operand.start);
    if (!place || kind !== "equal" || literals[0]?.kind !== "string") return [];
    const wrong = random.pick(
      otherColumns(sites, place, false).filter(({ column }) => column.origin?.column.affinity === "text"),
    );
    return wrong ? made(sites, operand, wrong.text) : [];
  });

/** A qualifier of a table that does not have the column. */
const wrongQualifier: Wrong = (sites, random) =>
  sites.columns.flatMap(({ node, scope }) => {
    if (node.qualifier === undefined) return [];
    const other = random.pick(
      scope.sources.filter(
        (source) =>
          source.name !== undefined &&
          !source.columns.some((column) => column.name.toLowerCase() === node.name.toLowerCase()),
      ),
    );
    return other
      ? made(sites, { start: node.start, end: node.start + node.qualifier.length }, other.name ?? "")
      : [];
  });

const misspeltColumn: Wrong = (sites, random) =>
  sites.columns.flatMap(({ node }) => {
    const name = text(sites, node);
    if (node.name.length < 4 || node.quotedWith) return [];
    const i = name.length - 1 - random.below(2);
    return made(sites, node, name.slice(0, i) + name.slice(i + 1));
  });

const misspeltTable: Wrong = (sites) =>
  sites.cores.flatMap(({ sources }) =>
    sources.flatMap((source) => {
      const name = source.name ?? "";
      return source.kind === "table" && name.length > 4
        ? made(
            sites,
            { start: source.start, end: source.start + name.length },
            `${name.slice(0, 3)}${name.slice(4)}`,
          )
        : [];
    }),
  );

const noGrouping: Wrong = (sites) =>
  sites.cores.flatMap(({ core }) => {
    if (!core.groupBy) return [];
    const from = sites.sql.slice(0, core.groupBy.start).search(/group\s+by\s*$/iu);
    return from < 0
      ? []
      : [
          {
            sql: replaced(sites.sql, { start: from, end: core.groupBy.end }, ""),
            gold: sites.sql,
            clauses: ["select", "group_by", "order_by", "having"] as const,
          },
        ];
  });

const otherGrouping: Wrong = (sites, random) =>
  sites.columns.flatMap((place) => {
    if (place.place !== "groupBy") return [];
    const wrong = random.pick([...otherColumns(sites, place, true), ...otherColumns(sites, place, false)]);
    return wrong ? made(sites, place.node, wrong.text, "select", "order_by", "having") : [];
  });

const textOrder: Wrong = async (sites, _, cells) => {
  const found: WrongClause[] = [];
  for (const place of sites.columns) {
    if (place.place !== "orderBy") continue;
    const origin = columnAt(place.scope, place.node)?.column.origin;
    if (origin && ["integer", "real", "decimal"].includes(origin.column.affinity)) {
      found.push(...made(sites, place.node, `CAST(${text(sites, place.node)} AS TEXT)`));
    }
    for (const { column, source, text: written } of otherColumns(sites, place, true)) {
      const values = (await cells(source.table?.name ?? "", column.name)).map((value) =>
        value.replace(/^'|'$/gu, ""),
      );
      const numbers = values.filter((value) => isPlainNumber(value));
      if (column.origin?.column.affinity === "text" && numbers.length > 3 && numbers.length === values.length)
        found.push(...made(sites, place.node, written));
    }
  }
  return found;
};

const constantOrder: Wrong = (sites) =>
  sites.columns.flatMap(({ node, place }) =>
    place === "orderBy" ? made(sites, node, `'${node.name}'`) : [],
  );

const dateForm: Wrong = (sites, random) =>
  sites.comparisons.flatMap(({ literals }) =>
    literals.flatMap((literal) => {
      const [reading] = literal.kind === "string" ? readDate(literal.value) : [];
      if (!reading || !/%-?d/u.test(reading.pattern)) return [];
      const wrong = random.pick(otherDateForms(reading.date, reading.pattern));
      return wrong === undefined ? [] : made(sites, literal, `'${wrong}'`);
    }),
  );

const contradiction: Wrong = async (sites, random, cells) => {
  const found: WrongClause[] = [];
  for (const { core } of sites.cores) {
    for (const condition of conditions(sites, core.where)) {
      const comparison = sites.comparisons.find(
        (each) => each.span.start === condition.start && each.span.end === condition.end,
      );
      if (!comparison?.base || comparison.kind !== "equal" || comparison.literals.length !== 1) continue;
      const value = random.pick(await cells(comparison.base.table.name, comparison.base.column.name));
      if (value !== undefined && value !== text(sites, condition))
        found.push(
          ...made(
            sites,
            condition,
            `${text(sites, condition)} AND ${text(sites, comparison.operand)} = ${value}`,
          ),
        );
    }
  }
  return found;
};

const aggregateInWhere: Wrong = (sites) =>
  sites.cores.flatMap(({ core }) => {
    if (!core.having || !core.from) return [];
    const at = core.where?.end ?? core.from.end;
    const having = core.having.text;
    const start = sites.sql.slice(0, core.having.start).search(/having\s*$/iu);
    const without = replaced(sites.sql, { start, end: core.having.end }, "");
    return [
      {
        sql: replaced(without, { start: at, end: at }, core.where ? ` AND ${having}` : ` WHERE ${having}`),
        gold: sites.sql,
        clauses: ["where"] as const,
      },
    ];
  });

const nullComparison: Wrong = (sites) => {
  const found: WrongClause[] = [];
  for (const { core } of sites.cores) {
    for (const condition of conditions(sites, core.where)) {
      if (condition.type === "unary" && condition.operator === "IS NULL")
        found.push(...made(sites, condition, `${text(sites, condition.operand)} = NULL`));
      else if (condition.type === "unary" && condition.operator === "IS NOT NULL")
        found.push(...made(sites, condition, `${text(sites, condition.operand)} <> NULL`));
      else if (condition.type === "binary" && condition.left.type === "column")
        found.push(
          ...made(sites, condition, `${text(sites, condition)} AND ${text(sites, condition.left)} <> NULL`),
        );
    }
  }
  return found;
};

const misspeltFunction: Wrong = (sites, random) =>
  sites.calls.flatMap((call) => {
    const i = random.below(call.name.length - 1);
    const { name } = call;
    const wrong = name.slice(0, i) + (name[i + 1] ?? "") + (name[i] ?? "") + name.slice(i + 2);
    return wrong.toLowerCase() === name.toLowerCase() ? [] : made(sites, call.nameSpan, wrong);
  });

const bareOr: Wrong = (sites) =>
  sites.binaries.flatMap((node) =>
    node.operator === "OR" &&
    node.right.type === "binary" &&
    node.right.operator === "=" &&
    node.right.right.type === "literal"
      ? made(sites, node.right, text(sites, node.right.right))
      : [],
  );

const textAggregate: Wrong = (sites, random) =>
  sites.calls.flatMap((call) => {
    const [argument] = call.arguments;
    const place = sites.columns.find(({ node }) => node.start === argument?.start);
    if (!/^(sum|avg)$/iu.test(call.name) || argument?.type !== "column" || !place) return [];
    const wrong = random.pick(
      otherColumns(sites, place, true).filter(({ column }) => column.origin?.column.affinity === "text"),
    );
    return wrong ? made(sites, argument, wrong.text) : [];
  });

const integerDivision: Wrong = (sites) => {
  const found: WrongClause[] = [];
  const pattern = /CAST\s*\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\s+AS\s+(?:REAL|FLOAT)\s*\)/giu;
  for (const match of sites.sql.matchAll(pattern)) {
    const span = { start: match.index, end: match.index + match[0].length };
    found.push(...made(sites, span, match[1] ?? ""));
  }
  return found;
};

const quotedColumn: Wrong = (sites) =>
  sites.columns.flatMap(({ node, place, within }) =>
    node.name.length > 4 && (place === "select" || place === "orderBy") && within === sites.tree
      ? made(sites, node, `"${node.name.slice(0, -2)}${node.name.at(-1)}"`)
      : [],
  );

const unquotedValue: Wrong = (sites) =>
  sites.comparisons.flatMap(({ literals }) =>
    literals.flatMap((literal) =>
      literal.kind === "string" && /^[A-Za-z]{3,}$/u.test(literal.value)
        ? made(sites, literal, literal.value)
        : [],
    ),
  );

const swappedRange: Wrong = (sites) =>
  sites.comparisons.flatMap(({ operator, literals }) => {
    const [low, high] = literals;
    if (operator !== "BETWEEN" || !low || !high) return [];
    const swapped = replaced(replaced(sites.sql, high, text(sites, low)), low, text(sites, high));
    const clause = clauseOfSpan(sites.tree, low)?.clause;
    return clause ? [{ sql: swapped, gold: sites.sql, clauses: [clause] }] : [];
  });

const emptyPattern: Wrong = (sites) =>
  sites.comparisons.flatMap(({ kind, literals }) =>
    literals.flatMap((literal) =>
      kind === "pattern" && /[A-Za-z]{3}/u.test(literal.value)
        ? made(sites, literal, `'${literal.value.replace(/[A-Za-z]/u, "xq").replaceAll("'", "''")}'`)
        : [],
    ),
  );

const labelForCode: Wrong = (sites) =>
  sites.comparisons.flatMap(({ base, literals, kind }) =>
    literals.flatMap((literal) => {
      const meaning =
        base &&
        kind === "equal" &&
        valueMeanings(base.column).find((each) => each.value === literal.value)?.meaning;
      return meaning ? made(sites, literal, `'${meaning.replaceAll("'", "''")}'`) : [];
    }),
  );

const rowsInHaving: Wrong = (sites) =>
  sites.cores.flatMap(({ core }) => {
    return conditions(sites, core.having).flatMap((node) => {
      const [call] = aggregatesIn(node, sites.check.dialect);
      const argument = call?.arguments[0];
      return call && argument?.type === "column" ? made(sites, call, text(sites, argument), "select") : [];
    });
  });

const numberAsText: Wrong = async (sites, _, cells) => {
  const found: WrongClause[] = [];
  for (const place of sites.columns) {
    const comparison = sites.comparisons.find(
      (each) =>
        each.operand.start === place.node.start &&
        each.kind === "order" &&
        each.literals.every((literal) => literal.kind === "number"),
    );
    if (!comparison) continue;
    for (const { column, source, text: written } of otherColumns(sites, place, true)) {
      const values = (await cells(source.table?.name ?? "", column.name)).map((value) =>
        value.replace(/^'|'$/gu, ""),
      );
      if (
        column.origin?.column.affinity === "text" &&
        values.length > 3 &&
        values.every((value) => isPlainNumber(value))
      )
        found.push(...made(sites, place.node, written));
    }
  }
  return found;
};

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
  sites.cores.flatMap(({ core }) =>
    conditions(sites, core.where).length > 1
      ? conditions(sites, core.where).flatMap((node) => made(sites, node, "1 = 1"))
      : [],
  );

const otherLegalKey: Wrong = (sites, random) =>
  sites.columns.flatMap((place) => {
    if (place.place !== "from") return [];
    const pair = sites.binaries.find(
      (each) =>
        each.operator === "=" &&
        (each.left.start === place.node.start || each.right.start === place.node.start),
    );
    const other = pair && (pair.left.start === place.node.start ? pair.right : pair.left);
    const origin = other?.type === "column" ? columnAt(place.scope, other)?.column.origin : undefined;
    const wrong = random.pick(
      otherColumns(sites, place, true).filter(({ source, column }) => {
        const { table } = source;
        return (
          origin &&
          table &&
          areLinked(
            sites.check.services,
            { table: origin.table, column: origin.column.name },
            { table, column: column.name },
          ) === "declared"
        );
      }),
    );
    return wrong ? made(sites, place.node, wrong.text) : [];
  });

const FLIP: Readonly<Record<string, string>> = { "<": ">", ">": "<", "<=": ">=", ">=": "<=" };

const otherDirection: Wrong = (sites) =>
  sites.binaries.flatMap((node) => {
    const flipped = FLIP[node.operator];
    if (flipped === undefined) return [];
    return made(sites, node, `${text(sites, node.left)} ${flipped} ${text(sites, node.right)}`);
  });

const otherValue: Wrong = async (sites, random, cells) => {
  const found: WrongClause[] = [];
  for (const { base, kind, literals } of sites.comparisons) {
    const value = base && random.pick(await cells(base.table.name, base.column.name));
    if (value !== undefined && kind === "equal" && literals[0])
      found.push(...made(sites, literals[0], value));
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
