import { qualifiedTable } from "../../schema/find-table.ts";
import type { Modifier } from "../grammar/question-tree.ts";
import { isAdditive } from "./additive.ts";
import type { CompileContext } from "./compile-context.ts";
import type { Scored } from "./scored.ts";
import type { Addition, CountRank, Rank, Thing } from "./thing.ts";

type Ranked = Addition & { readonly rank: Rank };

/**
 * "Top 3 products by amount" where a product stands in many rows: the three highest rows may be of one product. What is added up is then meant of
 * each; of other measures the highest and the average are, which is only an answer where they agree. Of a single "highest amount" it is open
 * whether it is of one row or of all.
 */
export async function ranksOfValues(
  modifier: Extract<Modifier, { kind: "rank" }>,
  thing: Thing,
  rows: readonly Scored<Ranked>[],
  context: CompileContext,
): Promise<readonly Scored<Addition>[]> {
  if (!(await repeats(thing, context))) return rows;
  return rows.flatMap((one): readonly Scored<Addition>[] => {
    const { place, direction, limit, keys } = one.value.rank;
    const isOwn = place.hops.length === 0 && place.column !== thing.column;
    if (!isOwn || (modifier.direction !== direction && limit === 1)) return limit === 1 ? [one] : [];
    const isPlain = keys("x").join() === "x";
    const each = (over?: CountRank["over"]): Scored<Addition> => ({
      ...one,
      value: {
        countRank: {
          counted: { root: thing.root, tests: [] },
          sum: place.column,
          ...(over === undefined ? {} : { over }),
          direction,
          limit,
        },
      },
    });
    const additive = isAdditive(thing.root, place.column);
    // The sum of what was named comes as a reading of its own.
    if (modifier.ofEach && additive) return [];
    if (limit === 1 && !modifier.ofEach) return additive ? [one, each()] : [one];
    return isPlain ? [each(direction === "desc" ? "MAX" : "MIN"), each("AVG")] : [];
  });
}

/** True where several rows hold the same value of the column. */
async function repeats({ root, column }: Thing, { services, ask }: CompileContext): Promise<boolean> {
  if (!column) return false;
  const name = services.driver.dialect.identifier(column.name);
  const sql = `SELECT ${name} FROM ${qualifiedTable(services, root)} WHERE ${name} IS NOT NULL GROUP BY ${name} HAVING COUNT(*) > 1 LIMIT 1`;
  return (await ask(sql, [], 1)).length > 0;
}
