import type { GroupedColumn, GroupedSource, NamedGrouping } from "../../sql/statement-names.ts";

type Node = { readonly [key: string]: unknown };
type Placed = (location: unknown) => number;

/** The GROUP BY of a SELECT; undefined where it names no column that is grouped by in each of its sets. */
export function postgresGrouping(select: Node, placed: Placed): NamedGrouping | undefined {
  const targets = listOf(select.targetList);
  const grouped = listOf(select.groupClause)
    .flatMap((item) => (isImplicitRow(item) ? listOf((item.RowExpr as Node).args) : [item]))
    .flatMap((item) => groupedBy(item, targets));
  const [first] = grouped;
  if (first === undefined) return undefined;
  const sources: GroupedSource[] = [];
  let joinsOutwards = false;
  const addSource = (item: Node): void => {
    const join = item.JoinExpr as Node | undefined;
    if (join !== undefined) {
      joinsOutwards ||= join.jointype === "JOIN_RIGHT" || join.jointype === "JOIN_FULL";
      // A bracket with an alias hides the names of what it joins.
      if (join.alias !== undefined) sources.push({ name: aliasOf(join) ?? "" });
      else for (const side of [join.larg, join.rarg]) addSource(side as Node);
      return;
    }
    const sample = item.RangeTableSample as Node | undefined;
    const table = ((sample?.relation as Node | undefined) ?? item).RangeVar as Node | undefined;
    if (table === undefined) {
      const [other] = Object.values(item) as readonly Node[];
      sources.push({ name: other === undefined ? "" : (aliasOf(other) ?? "") });
    } else {
      const { relname, location } = table;
      const name = aliasOf(table) ?? String(relname);
      // `users AS u(a, b)` has columns of other names.
      const isRenamed = (table.alias as Node | undefined)?.colnames !== undefined;
      sources.push(isRenamed ? { name } : { name, relation: placed(location) });
    }
  };
  for (const item of listOf(select.fromClause)) addSource(item);
  return {
    at: placed(first.location),
    columns: grouped.map(({ column }) => column),
    sources,
    joinsOutwards,
  };
}

function groupedBy(
  item: Node,
  targets: readonly Node[],
): readonly { readonly column: GroupedColumn; readonly location: unknown }[] {
  const constant = item.A_Const as Node | undefined;
  const written = item.ColumnRef as Node | undefined;
  if (constant !== undefined) {
    const place = (constant.ival as { readonly ival?: number } | undefined)?.ival ?? 0;
    const before = targets.slice(0, place);
    // A star stands for as many columns as there are.
    const column = before.some(isStar) ? undefined : columnOf(valueIn(before[place - 1]));
    return column === undefined ? [] : [{ column, location: constant.location }];
  }
  const column = columnOf(item);
  if (written === undefined || column === undefined) return [];
  const target = targets.find((each) => (each.ResTarget as Node).name === column.name);
  const selected = column.qualifier === undefined ? columnOf(valueIn(target)) : undefined;
  return [{ column: selected === undefined ? column : { ...column, selected }, location: written.location }];
}

/** `GROUP BY (a, b)` groups by both. */
function isImplicitRow(item: Node): boolean {
  return (item.RowExpr as Node | undefined)?.row_format === "COERCE_IMPLICIT_CAST";
}

function isStar(target: Node): boolean {
  const fields = (valueIn(target)?.ColumnRef as Node | undefined)?.fields;
  return listOf(fields).some((field) => field.A_Star !== undefined);
}

function valueIn(target: Node | undefined): Node | undefined {
  return (target?.ResTarget as Node | undefined)?.val as Node | undefined;
}

/** With a schema before it, it is the table's name that is meant. */
function columnOf(item: Node | undefined): Omit<GroupedColumn, "selected"> | undefined {
  const names = listOf((item?.ColumnRef as Node | undefined)?.fields).map(
    (field) => (field.String as Node | undefined)?.sval,
  );
  if (names.length === 0 || !names.every((name) => typeof name === "string")) return undefined;
  const [name = "", qualifier] = names.toReversed();
  return qualifier === undefined ? { name } : { name, qualifier };
}

function aliasOf({ alias }: Node): string | undefined {
  return (alias as { readonly aliasname?: string } | undefined)?.aliasname;
}

function listOf(value: unknown): readonly Node[] {
  return Array.isArray(value) ? (value as readonly Node[]) : [];
}
