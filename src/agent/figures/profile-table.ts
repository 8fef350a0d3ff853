import type { ColumnProfile, TableProfile } from "../../trajectory/table-profile.ts";
import { cellKey } from "./cell-key.ts";
import { type CellValue, columnValues } from "./column-values.ts";
import { compare, type Decimal, decimalText, decimalValue, divide, sumOf } from "./decimal.ts";
import type { WholeTable } from "./whole-table.ts";

const MOST_COMMON = 3;
/** Of a text that is shown. */
const LONGEST_TEXT = 100;

/**
 * What a table holds at large, column by column. Takes as long as the rows are many (but for one sort), and memory for one column at a time; `turn`
 * lets others work between two columns.
 */
export async function profileTable(
  name: string,
  table: WholeTable,
  turn: () => Promise<void> = async () => {},
): Promise<TableProfile> {
  const columns: ColumnProfile[] = [];
  for (const [at, column] of table.columns.entries()) {
    columns.push(columnProfile(column, columnValues(table, at)));
    await turn();
  }
  return { name, total: table.total ?? table.rows.length, columns };
}

function columnProfile(name: string, { kind, values }: ReturnType<typeof columnValues>): ColumnProfile {
  const counts = new Map<string, number>();
  let nulls = 0;
  for (const value of values) {
    if (value === null) nulls++;
    else {
      const key = cellKey(value);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const common = { name, kind, nulls, distinct: counts.size };
  if (kind === "number") return { ...common, ...numberFacts(values) };
  if (kind === "date") return { ...common, ...dateFacts(counts) };
  const frequent = kind === "text" ? mostCommon(counts) : [];
  return frequent.length === 0 ? common : { ...common, common: frequent };
}

function numberFacts(values: readonly CellValue[]): Partial<ColumnProfile> {
  const numbers = values.filter((value) => value !== null && typeof value !== "string").sort(compare);
  const [smallest, largest] = [numbers[0], numbers.at(-1)];
  const middle = Math.floor(numbers.length / 2);
  const [lower, upper] = [numbers[numbers.length % 2 === 1 ? middle : middle - 1], numbers[middle]];
  if (smallest === undefined || largest === undefined || lower === undefined || upper === undefined)
    return {};
  const sum = sumOf(numbers);
  const of = (count: number): Decimal => ({ units: BigInt(count), scale: 0 });
  return {
    smallest: decimalValue(smallest),
    largest: decimalValue(largest),
    sum: asNumber(sum),
    mean: asNumber(divide(sum, of(numbers.length)) ?? sum),
    median: asNumber(divide(sumOf([lower, upper]), of(2)) ?? lower),
  };
}

const asNumber = (value: Decimal): number => Number(decimalText(value));

/** ISO texts stand in the order of their dates. */
function dateFacts(counts: ReadonlyMap<string, number>): Partial<ColumnProfile> {
  let [smallest, largest]: [string | undefined, string | undefined] = [undefined, undefined];
  for (const key of counts.keys()) {
    const date = key.slice(1);
    if (smallest === undefined || date < smallest) smallest = date;
    if (largest === undefined || date > largest) largest = date;
  }
  return smallest === undefined || largest === undefined ? {} : { smallest, largest };
}

/** Those that stand there more than once, the most frequent first. */
function mostCommon(counts: ReadonlyMap<string, number>): NonNullable<ColumnProfile["common"]> {
  const best: { value: string; count: number }[] = [];
  for (const [key, count] of counts) {
    if (count < 2 || (best.length === MOST_COMMON && count <= (best.at(-1)?.count ?? 0))) continue;
    const value = key.slice(1);
    best.push({ value: value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value, count });
    best.sort((a, b) => b.count - a.count);
    best.length = Math.min(best.length, MOST_COMMON);
  }
  return best;
}
