import { nameWords } from "../../../../util/name-words.ts";
import type { TableSchema } from "../../schema/database-schema.ts";
import { qualifiedTable } from "../../schema/find-table.ts";
import type { Modifier, Operand } from "../grammar/question-tree.ts";
import type { ValueLinkWord } from "../lexicon/link.ts";
import { testOf } from "./compile-cells.ts";
import { type CompileContext, columnSql } from "./compile-context.ts";
import { datePlaces, dateTest, formOf } from "./compile-dates.ts";
import { measureOf } from "./measures.ts";
import { isToOne, type Place } from "./place.ts";
import { type MeasuredPlace, resolveQuantity } from "./resolve-attribute.ts";
import { each, type Scored, scored } from "./scored.ts";
import type { Test } from "./thing.ts";

type Comparison = Extract<Modifier, { kind: "compare" }>;

/** A comparison as a condition on the rows of a table, in every column that it may be about. */
export async function compileComparison(
  asked: Comparison,
  root: TableSchema,
  context: CompileContext,
): Promise<readonly Scored<Test>[]> {
  const { operand, operator, by } = asked;
  if (by === undefined) {
    if (operand.kind !== "dates") return [];
    return each(await datePlaces(root, asked.verb, context), async (found) => {
      const sql = await dateTest(found.value, operator, operand.dates, operand.until, context);
      return sql ? [{ ...found, value: { kind: "column" as const, place: found.value, sql } }] : [];
    });
  }
  return each(resolveQuantity(by, root, context), async (found) => {
    const compared = await compareAt(found.value, asked, context);
    return compared.map((test) => ({
      value: test.value,
      score: found.score * test.score,
      notes: [...found.notes, ...test.notes],
    }));
  });
}

async function compareAt(
  { place, reversed }: MeasuredPlace,
  { operator, operand }: Comparison,
  context: CompileContext,
): Promise<readonly Scored<Test>[]> {
  if (operand.kind === "cells") {
    const links = operand.mentions.map((mention) =>
      mention.links.find(
        (link): link is ValueLinkWord => link.kind === "value" && link.column === place.column,
      ),
    );
    if (links.some((link) => link === undefined)) return [];
    const held = links.filter((link) => link !== undefined);
    return [
      scored(
        await testOf(place, held, operator === "<>", context),
        Math.min(...held.map((link) => link.score)),
        held.map((link) => link.note),
      ),
    ];
  }
  if (operand.kind === "dates") {
    const sql = await dateTest(place, operator, operand.dates, operand.until, context);
    return sql ? [scored(wrapped(place, sql))] : [];
  }
  if (reversed || (operand.kind === "number" && isOtherUnit(operand.unit, place))) return [];
  const measure = await measureOf(place, context);
  if (
    measure?.kind === "date" &&
    (operand.kind === "number" || operand.kind === "one-of") &&
    (await formOf(place, context))?.pattern === "%Y"
  ) {
    return [
      scored(
        wrapped(place, (column) =>
          numeric(measure.keys(column)[0] ?? column, operator, operand, place, context),
        ),
      ),
    ];
  }
  if (measure?.kind !== "number") return [];
  return [
    scored(
      wrapped(place, (column) =>
        numeric(measure.keys(column)[0] ?? column, operator, operand, place, context),
      ),
      1,
      [measure.note],
    ),
  ];
}

const SPELT: Readonly<Record<string, string>> = {
  "%": "percent",
  "per cent": "percent",
  kg: "kilograms",
  cm: "centimeters",
  km: "kilometers",
  metres: "meters",
};

/** "5 minutes" of a column that does not say it holds minutes may have to be converted; money and points are taken as they stand. */
function isOtherUnit(unit: string | undefined, { column }: Place): boolean {
  if (unit === undefined || /^(?:[$€£]|euros?|dollars?|pounds|points?)$/u.test(unit)) return false;
  const own = nameWords(
    `${column.name} ${column.description?.name ?? ""} ${column.description?.text ?? ""} ${column.comment ?? ""}`,
  );
  if (unit.startsWith("years")) return !own.some((word) => /^(?:age|years?)$/u.test(word));
  const spelt = [unit, SPELT[unit] ?? unit].map((word) => word.slice(0, 3));
  return !own.some((word) => spelt.includes(word.slice(0, 3)));
}

function wrapped(place: Place, sql: (column: string) => string): Test {
  if (place.hops.every(isToOne)) return { kind: "column", place, sql };
  return {
    kind: "among",
    hops: place.hops,
    tests: [{ kind: "column", place: { ...place, hops: [] }, sql }],
    negated: false,
  };
}

function numeric(
  column: string,
  operator: string,
  operand: Operand,
  place: Place,
  context: CompileContext,
): string {
  if (operand.kind === "number") return `${column} ${operator} ${operand.value}`;
  if (operand.kind === "range") return `${column} BETWEEN ${operand.from} AND ${operand.to}`;
  if (operand.kind === "one-of")
    return `${column} ${operator === "<>" ? "NOT " : ""}IN (${operand.values.join(", ")})`;
  const own = columnSql(place, context.services);
  return `${column} ${operator} (SELECT AVG(${column.replace(own, context.services.driver.dialect.identifier(place.column.name))}) FROM ${qualifiedTable(context.services, place.table)})`;
}
