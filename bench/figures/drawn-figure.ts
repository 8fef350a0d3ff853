import type { Json } from "../../src/util/json.ts";
import type { Result } from "./figure-results.ts";

/** A figure that could stand in a report: its source, what it is, and what it might be taken for. All computed here in plain floating point. */
export interface DrawnFigure {
  readonly source: string;
  readonly value: number | string;
  /** The same of other rows. */
  readonly others: readonly (number | string)[];
  /** Of a ratio: other ways to put its parts together. */
  readonly ratios: readonly number[];
  /** The same of the query's earlier version. */
  readonly stale?: number | string;
  readonly sort:
    | "count"
    | "amount"
    | "percent"
    | "ratio"
    | "difference"
    | "change"
    | "rank"
    | "rating"
    | "name"
    | "date";
}

export type Results = ReadonlyMap<string, Result>;
type Random = () => number;

const FEWEST = 1;

/** A cell as a person reads it: `1 204 500` and `12,50` are numbers. */
const numberIn = (cell: Json | undefined): number =>
  typeof cell === "number" ? cell : Number(String(cell).replaceAll(" ", "").replace(",", "."));

export const pick = <T>(list: readonly T[], random: Random): T => {
  const chosen = list[Math.floor(random() * list.length)];
  if (chosen === undefined) throw new RangeError("Nothing to choose from.");
  return chosen;
};

const quoted = (name: string): string => (/^\w+$/.test(name) ? name : `"${name}"`);

/** Draws a figure of the kind from the results. */
export function drawFigure(kind: string, now: Results, before: Results, random: Random): DrawnFigure {
  const make = KINDS[kind];
  if (make === undefined) throw new RangeError(`There is no kind ${kind}.`);
  return make(now, before, random);
}

interface Column {
  readonly query: string;
  readonly column: string;
  readonly values: readonly number[];
  readonly earlier: readonly number[];
}

function columnOf(query: string, column: string, now: Results, before: Results): Column {
  const values = (results: Results): readonly number[] => {
    const { columns, rows } = results.get(query) ?? { columns: [], rows: [] };
    return rows.map((row) => numberIn(row[columns.indexOf(column)]));
  };
  return { query, column, values: values(now), earlier: values(before) };
}

const COUNTS = [
  ["Q1", "tickets"],
  ["Q2", "tickets"],
  ["Q2", "members"],
  ["Q7", "seats"],
  ["Q8", "films"],
  ["Q9", "tickets"],
  ["Q9", "refunds"],
  ["Q10", "people"],
  ["Q12", "reviews"],
] as const;
const LARGE = [
  ["Q3", "Box Office (EUR)"],
  ["Q3", "budget"],
  ["Q11", "population"],
] as const;

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);
const at = (values: readonly number[], row: number): number => values[row - 1] ?? 0;
const rowIn = ({ values }: Column, random: Random): number =>
  FEWEST + Math.floor(random() * Math.min(values.length, 40));
const others = (
  { values }: Column,
  row: number,
  of: (value: number) => number = (value) => value,
): readonly number[] =>
  values.flatMap((value, place) => (place === row - 1 || Math.abs(place - row + 1) > 5 ? [] : [of(value)]));

function cell(from: readonly (readonly [string, string])[], sort: DrawnFigure["sort"]) {
  return (now: Results, before: Results, random: Random): DrawnFigure => {
    const [query, name] = pick(from, random);
    const column = columnOf(query, name, now, before);
    const row = rowIn(column, random);
    return {
      source: `${query}:${row}.${quoted(name)}`,
      value: at(column.values, row),
      others: others(column, row),
      ratios: [],
      stale: at(column.earlier, row),
      sort,
    };
  };
}

function text(query: string, name: string, sort: "name" | "date") {
  return (now: Results, before: Results, random: Random): DrawnFigure => {
    const cells = (results: Results): readonly string[] => {
      const { columns, rows } = results.get(query) ?? { columns: [], rows: [] };
      return rows.map((row) => String(row[columns.indexOf(name)]));
    };
    const all = cells(now);
    const row = 1 + Math.floor(random() * Math.min(all.length, 30));
    const stale = cells(before)[row - 1];
    return {
      source: `${query}:${row}.${quoted(name)}`,
      value: all[row - 1] ?? "",
      others: all.filter((_, place) => place !== row - 1),
      ratios: [],
      ...(stale === undefined ? {} : { stale }),
      sort,
    };
  };
}

const KINDS: Readonly<Record<string, (now: Results, before: Results, random: Random) => DrawnFigure>> = {
  count: cell(COUNTS, "count"),
  amount: cell([["Q1", "revenue"]], "amount"),
  large: cell(LARGE, "amount"),
  fee: cell([["Q5", "yearly_fee"]], "amount"),
  rating: cell([["Q8", "rating"]], "rating"),
  rate: (now, before, random) => {
    const drawn = cell([["Q9", "refund_rate"]], "percent")(now, before, random);
    return {
      ...drawn,
      value: Number(drawn.value) * 100,
      others: drawn.others.map((each) => Number(each) * 100),
      ...(drawn.stale === undefined ? {} : { stale: Number(drawn.stale) * 100 }),
    };
  },
  total: (now, before, random) => {
    const [query, name] = pick(
      [
        ["Q4", "Amount (EUR)"],
        ["Q4", "quantity"],
        ["Q1", "tickets"],
        ["Q2", "tickets"],
        ["Q3", "Box Office (EUR)"],
        ["Q9", "refunds"],
      ] as const,
      random,
    );
    const column = columnOf(query, name, now, before);
    const [how, value, stale] = pick(
      [
        ["sum", sum(column.values), sum(column.earlier)],
        ["mean", sum(column.values) / column.values.length, sum(column.earlier) / column.earlier.length],
        ["max", Math.max(...column.values), Math.max(...column.earlier)],
      ] as const,
      random,
    );
    return {
      source: `${how}(${query}.${quoted(name)})`,
      value,
      others: [sum(column.values) - at(column.values, 1), Math.min(...column.values)],
      ratios: [],
      stale,
      sort: "amount",
    };
  },
  cell: (now, before) => {
    const column = columnOf("Q6", "members", now, before);
    return {
      source: "Q6",
      value: at(column.values, 1),
      others: [at(column.values, 1) + 3],
      ratios: [],
      stale: at(column.earlier, 1),
      sort: "count",
    };
  },
  share: (now, before, random) => {
    const [query, name] = pick(COUNTS, random);
    const column = columnOf(query, name, now, before);
    const row = rowIn(column, random);
    const [all, part] = [sum(column.values), at(column.values, row)];
    const reference = `${query}:${row}.${quoted(name)}`;
    return {
      source: pick(
        [
          `share(${reference}, sum(${query}.${quoted(name)}))`,
          `${reference} / sum(${query}.${quoted(name)})`,
          `100 * ${reference} / sum(${query}.${quoted(name)})`,
        ],
        random,
      ),
      value: (100 * part) / all,
      others: others(column, row, (value) => (100 * value) / all),
      ratios: [
        (100 * part) / (all - part),
        (100 * part) / Math.max(...column.values),
        (100 * (all - part)) / all,
      ],
      stale: (100 * at(column.earlier, row)) / sum(column.earlier),
      sort: "percent",
    };
  },
  ratio: (now, before, random) => {
    const [query, name] = pick(COUNTS, random);
    const column = columnOf(query, name, now, before);
    const a = Math.min(1 + Math.floor(random() * 5), column.values.length);
    const b = a === 1 ? Math.min(4, column.values.length) : a - 1;
    const [x, y] = [at(column.values, a), at(column.values, b)];
    return {
      source: `${query}:${a}.${name} / ${query}:${b}.${name}`,
      value: x / y,
      others: others(column, a, (value) => value / y),
      ratios: [y / x, x / at(column.values, b + 1), (x - y) / y],
      stale: at(column.earlier, a) / at(column.earlier, b),
      sort: "ratio",
    };
  },
  difference: (now, before, random) => {
    const [query, name] = pick(COUNTS, random);
    const column = columnOf(query, name, now, before);
    const a = rowIn(column, random);
    const b = a === 1 ? Math.min(2, column.values.length) : a - 1;
    const y = at(column.values, b);
    return {
      source: `${query}:${a}.${name} - ${query}:${b}.${name}`,
      value: at(column.values, a) - y,
      others: others(column, a, (value) => value - y),
      ratios: [],
      stale: at(column.earlier, a) - at(column.earlier, b),
      sort: "difference",
    };
  },
  change: (now, before, random) => {
    const column = columnOf("Q2", pick(["tickets", "members"], random), now, before);
    const a = 2 + Math.floor(random() * (column.values.length - 2));
    const [x, y] = [at(column.values, a - 1), at(column.values, a)];
    return {
      source: `change(Q2:${a - 1}.${column.column}, Q2:${a}.${column.column})`,
      value: (100 * (y - x)) / x,
      others: others(column, a, (value) => (100 * (value - x)) / x),
      ratios: [(100 * (x - y)) / y, (100 * y) / x, (100 * x) / y],
      stale: (100 * (at(column.earlier, a) - at(column.earlier, a - 1))) / at(column.earlier, a - 1),
      sort: "change",
    };
  },
  rank: (now, before, random) => {
    const [query, name] = pick(
      [
        ["Q3", "budget"],
        ["Q11", "population"],
        ["Q8", "films"],
        ["Q2", "tickets"],
      ] as const,
      random,
    );
    const column = columnOf(query, name, now, before);
    const row = rowIn(column, random);
    const place = (values: readonly number[]): number =>
      1 + values.filter((each) => each > at(values, row)).length;
    return {
      source: `rank(${column.query}:${row}.${column.column})`,
      value: place(column.values),
      others: [place(column.values) + 1, place(column.values) + 2],
      ratios: [],
      stale: place(column.earlier),
      sort: "rank",
    };
  },
  film: text("Q3", "title", "name"),
  cinema: text("Q1", "cinema", "name"),
  screen: text("Q7", "screen", "name"),
  plan: text("Q5", "plan", "name"),
  released: text("Q3", "release_date", "date"),
  hired: text("Q10", "first_hired", "date"),
  month: text("Q2", "month", "date"),
};

export const KIND_NAMES = Object.keys(KINDS);
