type Random = () => number;

/** Made-up queries in the form of Spider's parser (process_sql.py): enough of it for the definition of hardness. */
export function parsedTrees(random: Random, count: number): readonly unknown[] {
  const below = (most: number) => Math.floor(random() * most);
  const column = () => [below(3) === 0 ? below(6) : 0, below(20), random() < 0.1];
  const value = () => [0, column(), random() < 0.1 ? column() : null];
  const nested = (depth: number) => (depth < 2 ? tree(depth + 1) : 5);
  const condition = (depth: number) => [
    random() < 0.15,
    [2, 3, 8, 9][below(4)],
    value(),
    random() < 0.15 * size ? nested(depth) : 7,
    null,
  ];
  const conditions = (most: number, depth: number) =>
    Array.from({ length: below(most + 1) }).flatMap((_, at) =>
      at === 0 ? [condition(depth)] : [random() < 0.5 ? "and" : "or", condition(depth)],
    );
  let size = 1;
  const some = () => random() < size;
  const tree = (depth: number): unknown => {
    if (depth === 0) size = random() ** 2;
    const tables = some() ? 1 + below(3) : 1;
    return {
      select: [
        random() < 0.2,
        Array.from({ length: some() ? 1 + below(3) : 1 }, () => [below(2) * below(6), value()]),
      ],
      from: {
        table_units: Array.from({ length: tables }, () => ["table_unit", below(9)]),
        conds: tables === 1 ? [] : [[false, 2, value(), column(), null]],
      },
      where: conditions(some() ? 3 : 1, depth),
      groupBy: Array.from({ length: some() ? below(3) : 0 }, column),
      having: conditions(some() ? 2 : 0, depth),
      orderBy: below(3) === 0 ? [random() < 0.5 ? "asc" : "desc", [value()]] : [],
      limit: below(4) === 0 ? 1 + below(5) : null,
      intersect: below(12) === 0 && some() && depth < 2 ? tree(depth + 1) : null,
      union: null,
      except: below(12) === 0 && some() && depth < 2 ? tree(depth + 1) : null,
    };
  };
  return Array.from({ length: count }, () => tree(0));
}
