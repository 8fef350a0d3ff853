import { nameWords } from "../../../../util/name-words.ts";
import type { CompileContext } from "./compile-context.ts";
import { whereOf } from "./compile-list.ts";
import { keyOf } from "./place.ts";
import type { QueryParts } from "./query-parts.ts";
import { QueryWriter } from "./query-writer.ts";
import { type Scored, scored } from "./scored.ts";
import type { Thing } from "./thing.ts";

/** "How many singers …": rows of a table, or different values of a column. */
export function compileCount(
  thing: Thing,
  context: CompileContext,
  distinct: boolean,
): readonly Scored<QueryParts>[] {
  if (thing.rank || thing.countRank || thing.countTest || thing.each) return [];
  const writer = new QueryWriter(thing.root, context.services);
  const where = whereOf(thing.tests, writer);
  if (where === undefined) return [];
  if (!distinct && isAmount(thing) && thing.column) {
    if (writer.multiplies) return [];
    return [
      scored({ from: writer.from(), where, select: sumOf(thing, writer) }, 0.97, [
        `${thing.column.name} was added up.`,
      ]),
    ];
  }
  if (thing.column) {
    const place = { table: thing.root, column: thing.column };
    return [
      scored({ from: writer.from(), where, select: `COUNT(DISTINCT ${writer.column(place)})` }, 0.97, [
        `Different values of ${thing.root.name}.${thing.column.name} were counted.`,
      ]),
    ];
  }
  const key = keyOf(thing.root);
  if (!writer.multiplies) return [scored({ from: writer.from(), where, select: "COUNT(*)" })];
  return key
    ? [
        scored({
          from: writer.from(),
          where,
          select: `COUNT(DISTINCT ${writer.column({ table: thing.root, column: key })})`,
        }),
      ]
    : [];
}

/** "How many seats" asks for their number, which stands in the cells: they are added up, not counted. */
export function isAmount({ root, column }: Thing): boolean {
  if (!column || column === keyOf(root)) return false;
  const isYear = nameWords(column.name).some((word) =>
    ["year", "date", "id", "code", "no", "number"].includes(word),
  );
  return ["integer", "real", "decimal"].includes(column.affinity) && !isYear;
}

export function sumOf({ root, column }: Thing, writer: QueryWriter): string {
  return column ? `SUM(${writer.column({ table: root, column })})` : "COUNT(*)";
}
