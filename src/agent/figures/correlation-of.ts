import { type Decimal, decimalOf, decimalText } from "./decimal.ts";
import { FigureProblem } from "./figure-problem.ts";
import { columnOf, type NamedColumn } from "./source-cells.ts";
import type { SourceTerm } from "./source-term.ts";
import type { Tables } from "./whole-table.ts";

const FEWEST = 3;

/** Pearson's coefficient over the rows in which both columns have a number, in floating point; at least three such rows. */
export function correlationOf(a: SourceTerm, b: SourceTerm, tables: Tables): Decimal | FigureProblem {
  const left = numberColumn(a, tables);
  if (left instanceof FigureProblem) return left;
  const right = numberColumn(b, tables);
  if (right instanceof FigureProblem) return right;
  if (left.table !== right.table) {
    return new FigureProblem(
      `${left.name} and ${right.name} are of different queries, whose rows do not belong together. Let one query give both columns.`,
    );
  }
  const pairs = left.values.flatMap((value, at) => {
    const other = right.values[at] ?? null;
    if (value === null || other === null || typeof value === "string" || typeof other === "string") return [];
    return [[Number(decimalText(value)), Number(decimalText(other))] as const];
  });
  if (pairs.length < FEWEST) {
    return new FigureProblem(
      `Only ${pairs.length} rows have both ${left.name} and ${right.name}; a correlation needs ${FEWEST}.`,
    );
  }
  const coefficient = pearson(pairs);
  const result = Number.isFinite(coefficient) ? decimalOf(String(coefficient)) : undefined;
  return (
    result ??
    new FigureProblem(
      `One of ${left.name} and ${right.name} is the same in every row, so there is no correlation.`,
    )
  );
}

function numberColumn(term: SourceTerm, tables: Tables): NamedColumn | FigureProblem {
  if (term.type !== "reference" || term.row !== undefined) {
    return new FigureProblem("correlation takes two columns, as in `correlation(Q1.price, Q1.tickets)`.");
  }
  const column = columnOf(term, tables);
  if (column instanceof FigureProblem || column.kind === "number") return column;
  return new FigureProblem(`${column.name} is not numbers throughout, so it has no correlation.`);
}

/** In two passes: in one, large values with little between them lose their digits. */
function pearson(pairs: readonly (readonly [number, number])[]): number {
  const meanX = pairs.reduce((sum, [x]) => sum + x, 0) / pairs.length;
  const meanY = pairs.reduce((sum, [, y]) => sum + y, 0) / pairs.length;
  let [xx, yy, xy] = [0, 0, 0];
  for (const [x, y] of pairs) {
    xx += (x - meanX) ** 2;
    yy += (y - meanY) ** 2;
    xy += (x - meanX) * (y - meanY);
  }
  return xx === 0 || yy === 0 ? Number.NaN : xy / Math.sqrt(xx * yy);
}
