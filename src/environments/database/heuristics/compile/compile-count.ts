import type { CompileContext } from "./compile-context.ts";
import { whereOf } from "./compile-list.ts";
import { keyOf } from "./place.ts";
import type { QueryParts } from "./query-parts.ts";
import { QueryWriter } from "./query-writer.ts";
import { type Scored, scored } from "./scored.ts";
import type { Thing } from "./thing.ts";

/** "How many singers …": rows of a table, or different values of a column. */
export function compileCount(thing: Thing, context: CompileContext): readonly Scored<QueryParts>[] {
  if (thing.rank || thing.countRank || thing.countTest || thing.each) return [];
  const writer = new QueryWriter(thing.root, context.services);
  const where = whereOf(thing.tests, writer);
  if (where === undefined) return [];
  if (thing.column && isAmount(thing)) return [];
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

/** "How many seats" asks for their number, which stands in the cells, not for how many different numbers stand there. */
export function isAmount({ root, column }: Thing): boolean {
  const numeric = column !== undefined && ["integer", "real", "decimal"].includes(column.affinity);
  return numeric && column !== keyOf(root);
}
