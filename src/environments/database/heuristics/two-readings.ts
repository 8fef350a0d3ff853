import { type QueryParts, queryText } from "./compile/query-parts.ts";
import { cellsIn, columnsIn } from "./sql-mentions.ts";

/** How two readings differ, in plain words: what each takes the words for. */
export function twoReadings(one: QueryParts, other: QueryParts): string {
  const [a, b] = [queryText(one), queryText(other)];
  const cells = [...cellsIn(a)].flatMap(([cell, columns]) => {
    const others = cellsIn(b).get(cell);
    const [own, theirs] = [without(columns, others ?? []), without(others ?? [], columns)];
    return own.length > 0 && theirs.length > 0 ? [`'${cell}' as ${and(own)} or as ${and(theirs)}`] : [];
  });
  if (cells.length > 0) return cells.join(", ");
  const [own, theirs] = [without(told(one), told(other)), without(told(other), told(one))];
  if (own.length > 0 && theirs.length > 0) return `by ${and(own)} or by ${and(theirs)}`;
  if (own.length + theirs.length > 0) return `with or without ${and([...own, ...theirs])}`;
  if (/COUNT\(DISTINCT/u.test(a) !== /COUNT\(DISTINCT/u.test(b))
    return "counting all of them or each only once";
  if (/^SELECT DISTINCT/u.test(a) !== /^SELECT DISTINCT/u.test(b))
    return "listing all of them or each only once";
  const [joins, otherJoins] = [without(columnsIn(a), columnsIn(b)), without(columnsIn(b), columnsIn(a))];
  return joins.length > 0 && otherJoins.length > 0
    ? `tied together over ${and(joins)} or over ${and(otherJoins)}`
    : `${a}; or ${b}`;
}

/** Columns that say what is shown and which rows; those of the joins only tie tables. */
function told(parts: QueryParts): readonly string[] {
  return columnsIn(
    [parts.select, parts.where, parts.having, parts.orderBy].join(" ").replace(/ ON \S+ = \S+/gu, ""),
  );
}

function without(names: readonly string[], others: readonly string[]): readonly string[] {
  return names.filter((name) => !others.includes(name));
}

function and(names: readonly string[]): string {
  return names.length <= 1 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
