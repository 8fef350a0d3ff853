import { expect, test } from "vitest";
import { coreContents } from "../../../../src/environments/database/sql/column-references.ts";
import {
  conjunctsOf,
  type ExpressionNode,
  partsOf,
  type Span,
  walkExpression,
} from "../../../../src/environments/database/sql/query-tree.ts";

import { readExpression } from "../../../../src/environments/database/sql/read-expression.ts";
import { readFrom } from "../../../../src/environments/database/sql/read-from.ts";
import {
  readExpressionList,
  readOrderItems,
  readSelectList,
} from "../../../../src/environments/database/sql/read-items.ts";
import { readQuery } from "../../../../src/environments/database/sql/read-query.ts";

import { duckdbLexical, mysqlLexical, postgresLexical, sqliteLexical } from "./lexicals.ts";
import { trickyQueries } from "./tricky-sqlite-queries.ts";

/** Mulberry32: the same queries on every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const fragments =
  "( ) [ ] { } ' \" ` , ; . :: -- /* */ $$ ? @ : # AND OR NOT IN BETWEEN CASE WHEN END FROM WHERE SELECT AS OVER FILTER INTERVAL EXISTS CAST( IS DISTINCT ON USING JOIN LATERAL 1e E' x' $1 😀 \\ \0".split(
    " ",
  );

function mutate(sql: string, next: () => number): string {
  let text = sql;
  for (let round = 1 + Math.floor(next() * 4); round > 0; round--) {
    const at = Math.floor(next() * (text.length + 1));
    const length = Math.floor(next() * 12);
    const fragment = fragments[Math.floor(next() * fragments.length)] as string;
    const choice = next();
    if (choice < 0.35) text = text.slice(0, at) + text.slice(at + length);
    else if (choice < 0.8) text = `${text.slice(0, at)} ${fragment} ${text.slice(at)}`;
    else text = text.slice(0, at) + text.slice(at, at + length) + text.slice(at);
  }
  return text;
}

function isInside(inner: Span, outer: Span): boolean {
  return outer.start <= inner.start && inner.start <= inner.end && inner.end <= outer.end;
}

/** Nodes whose span leaves the one around them. */
function strays(expression: ExpressionNode, around: Span): ExpressionNode[] {
  const found = isInside(expression, around) ? [] : [expression];
  walkExpression(expression, (node) => {
    for (const part of partsOf(node)) if (!isInside(part, node)) found.push(part);
  });
  return found;
}

test.each([
  ["SQLite", sqliteLexical],
  ["PostgreSQL", postgresLexical],
  ["MySQL", mysqlLexical],
  ["DuckDB", duckdbLexical],
])("reading mutated text as %s never throws, and every span lies in the one around it", (_name, lexical) => {
  const next = random(20240917);
  for (let round = 0; round < 1500; round++) {
    const sql = mutate(trickyQueries[round % trickyQueries.length] as string, next);
    const whole = { start: 0, end: sql.length };
    const tree = readQuery(sql, lexical);
    if (tree)
      for (const core of tree.cores)
        for (const { expression } of core.nested ? [] : coreContents(core, lexical).expressions)
          expect(isInside(expression, tree), sql).toBe(true);
    const expression = readExpression(sql, lexical);
    expect(strays(expression, whole), sql).toEqual([]);
    for (const condition of conjunctsOf(expression)) expect(isInside(condition, expression), sql).toBe(true);
    for (const source of readFrom(sql, lexical)) expect(isInside(source, whole), sql).toBe(true);
    for (const item of [
      ...readSelectList(sql, lexical).items,
      ...readOrderItems(sql, lexical),
      ...readExpressionList(sql, lexical),
    ])
      expect(isInside(item, whole), sql).toBe(true);
  }
});
