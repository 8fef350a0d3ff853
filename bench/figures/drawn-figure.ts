import { DatabaseSync } from "node:sqlite";
import type { Json } from "../../src/util/json.ts";

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
  readonly sort: Sort;
}

type Sort =
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

export type Results = ReadonlyMap<string, Result>;
type Random = () => number;

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

type Draw = (now: Results, before: Results, random: Random) => DrawnFigure;

interface Column {
  /** As sources write it, and a row of it. */
  readonly name: string;
  readonly at: (row: number) => string;
  readonly values: readonly number[];
  readonly earlier: readonly number[];
}

function cellsOf(query: string, column: string, results: Results): readonly (Json | undefined)[] {
  const { columns, rows } = results.get(query) ?? { columns: [], rows: [] };
  return rows.map((row) => row[columns.indexOf(column)]);
}

const columnOf = (
  [query, column]: readonly [query: string, column: string],
  now: Results,
  before: Results,
): Column => ({
  name: `${query}.${quoted(column)}`,
  at: (row) => `${query}:${row}.${quoted(column)}`,
  values: cellsOf(query, column, now).map(numberIn),
  earlier: cellsOf(query, column, before).map(numberIn),
});

/** Columns of queries, as sources name them. */
const columns = (...names: readonly string[]): readonly (readonly [query: string, column: string])[] =>
  names.map((name) => [name.slice(0, name.indexOf(".")), name.slice(name.indexOf(".") + 1)]);

const COUNTS = columns(
  "Q1.tickets",
  "Q2.tickets",
  "Q2.members",
  "Q7.seats",
  "Q8.films",
  "Q9.tickets",
  "Q9.refunds",
  "Q10.people",
  "Q12.reviews",
);
const LARGE = columns("Q3.Box Office (EUR)", "Q3.budget", "Q11.population");

const TOTALS = columns(
  "Q4.Amount (EUR)",
  "Q4.quantity",
  "Q1.tickets",
  "Q2.tickets",
  "Q3.Box Office (EUR)",
  "Q9.refunds",
);
const RANKED = columns("Q3.budget", "Q11.population", "Q8.films", "Q2.tickets");

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);
const at = (values: readonly number[], row: number): number => values[row - 1] ?? 0;
const rowIn = ({ values }: Column, random: Random): number =>
  1 + Math.floor(random() * Math.min(values.length, 40));
const others = (
  { values }: Column,
  row: number,
  of: (value: number) => number = (value) => value,
): readonly number[] =>
  values.flatMap((value, place) => (place === row - 1 || Math.abs(place - row + 1) > 5 ? [] : [of(value)]));

/** A figure of a column's row. */
function cell(from: readonly (readonly [string, string])[], sort: Sort): Draw {
  return (now, before, random) => {
    const column = columnOf(pick(from, random), now, before);
    const row = rowIn(column, random);
    return {
      ...{ source: column.at(row), value: at(column.values, row), others: others(column, row), ratios: [] },
      ...{ stale: at(column.earlier, row), sort },
    };
  };
}

function text(query: string, name: string, sort: "name" | "date"): Draw {
  return (now, before, random) => {
    const [all, earlier] = [now, before].map((results) => cellsOf(query, name, results).map(String));
    const row = 1 + Math.floor(random() * Math.min(all?.length ?? 0, 30));
    const stale = earlier?.[row - 1];
    return {
      source: `${query}:${row}.${quoted(name)}`,
      value: all?.[row - 1] ?? "",
      others: all?.filter((_, place) => place !== row - 1) ?? [],
      ratios: [],
      ...(stale === undefined ? {} : { stale }),
      sort,
    };
  };
}

const KINDS: Readonly<Record<string, Draw>> = {
  count: cell(COUNTS, "count"),
  amount: cell([["Q1", "revenue"]], "amount"),
  large: cell(LARGE, "amount"),
  fee: cell([["Q5", "yearly_fee"]], "amount"),
  rating: cell([["Q8", "rating"]], "rating"),
  rate: (now, before, random) => {
    const drawn = cell([["Q9", "refund_rate"]], "percent")(now, before, random);
    const [value = 0, stale = 0, ...rest] = [drawn.value, drawn.stale ?? 0, ...drawn.others].map(
      (each) => Number(each) * 100,
    );
    return { ...drawn, value, stale, others: rest };
  },
  total: (now, before, random) => {
    const column = columnOf(pick(TOTALS, random), now, before);
    const { values, earlier } = column;
    const [how, of] = pick(
      [
        ["sum", sum],
        ["mean", (all: readonly number[]) => sum(all) / all.length],
        ["max", (all: readonly number[]) => Math.max(...all)],
      ] as const,
      random,
    );
    const other = [sum(values) - at(values, 1), Math.min(...values)];
    return {
      ...{ source: `${how}(${column.name})`, value: of(values), others: other, ratios: [] },
      ...{ stale: of(earlier), sort: "amount" },
    };
  },
  cell: (now, before) => {
    const { values, earlier } = columnOf(["Q6", "members"], now, before);
    const value = at(values, 1);
    return { source: "Q6", value, others: [value + 3], ratios: [], stale: at(earlier, 1), sort: "count" };
  },
  share: (now, before, random) => {
    const column = columnOf(pick(COUNTS, random), now, before);
    const { values, earlier, name } = column;
    const row = rowIn(column, random);
    const [all, part, reference] = [sum(values), at(values, row), column.at(row)];
    const forms = [
      `share(${reference}, sum(${name}))`,
      `${reference} / sum(${name})`,
      `100 * ${reference} / sum(${name})`,
    ];
    return {
      source: pick(forms, random),
      value: (100 * part) / all,
      others: others(column, row, (value) => (100 * value) / all),
      ratios: [(100 * part) / (all - part), (100 * part) / Math.max(...values), (100 * (all - part)) / all],
      stale: (100 * at(earlier, row)) / sum(earlier),
      sort: "percent",
    };
  },
  ratio: (now, before, random) => {
    const column = columnOf(pick(COUNTS, random), now, before);
    const { values, earlier } = column;
    const a = Math.min(1 + Math.floor(random() * 5), values.length);
    const b = a === 1 ? Math.min(4, values.length) : a - 1;
    const [x, y] = [at(values, a), at(values, b)];
    return {
      source: `${column.at(a)} / ${column.at(b)}`,
      value: x / y,
      others: others(column, a, (value) => value / y),
      ratios: [y / x, x / at(values, b + 1), (x - y) / y],
      stale: at(earlier, a) / at(earlier, b),
      sort: "ratio",
    };
  },
  difference: (now, before, random) => {
    const column = columnOf(pick(COUNTS, random), now, before);
    const { values, earlier } = column;
    const a = rowIn(column, random);
    const b = a === 1 ? Math.min(2, values.length) : a - 1;
    const y = at(values, b);
    return {
      ...{ source: `${column.at(a)} - ${column.at(b)}`, value: at(values, a) - y, ratios: [] },
      others: others(column, a, (value) => value - y),
      ...{ stale: at(earlier, a) - at(earlier, b), sort: "difference" },
    };
  },
  change: (now, before, random) => {
    const column = columnOf(["Q2", pick(["tickets", "members"], random)], now, before);
    const { values, earlier } = column;
    const a = 2 + Math.floor(random() * (values.length - 2));
    const [x, y] = [at(values, a - 1), at(values, a)];
    return {
      source: `change(${column.at(a - 1)}, ${column.at(a)})`,
      value: (100 * (y - x)) / x,
      others: others(column, a, (value) => (100 * (value - x)) / x),
      ratios: [(100 * (x - y)) / y, (100 * y) / x, (100 * x) / y],
      stale: (100 * (at(earlier, a) - at(earlier, a - 1))) / at(earlier, a - 1),
      sort: "change",
    };
  },
  rank: (now, before, random) => {
    const column = columnOf(pick(RANKED, random), now, before);
    const row = rowIn(column, random);
    const place = (values: readonly number[]): number =>
      1 + values.filter((each) => each > at(values, row)).length;
    const value = place(column.values);
    return {
      ...{ source: `rank(${column.at(row)})`, value, others: [value + 1, value + 2], ratios: [] },
      ...{ stale: place(column.earlier), sort: "rank" },
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

/** Queries on the sample as an analyst writes them, each with an earlier version whose numbers are stale. */
const FIGURE_QUERIES: Readonly<Record<string, { readonly sql: string; readonly earlier: string }>> = {
  Q1: {
    sql: `SELECT c.name AS cinema, count(*) AS tickets, round(sum(t.price), 2) AS revenue FROM ticket t JOIN screening s USING (screening_id)
      JOIN cinema c USING (cinema_id) WHERE t.refunded_at IS NULL AND s.starts_at LIKE '2024%' GROUP BY c.name ORDER BY tickets DESC`,
    earlier: `SELECT c.name AS cinema, count(*) AS tickets, round(sum(t.price), 2) AS revenue FROM ticket t JOIN screening s USING (screening_id)
      JOIN cinema c USING (cinema_id) WHERE s.starts_at LIKE '2024%' GROUP BY c.name ORDER BY tickets DESC`,
  },
  Q2: {
    sql: `SELECT strftime('%Y-%m', s.starts_at) AS month, count(*) AS tickets, count(DISTINCT t.member_id) AS members FROM ticket t
      JOIN screening s USING (screening_id) WHERE t.refunded_at IS NULL GROUP BY month ORDER BY month`,
    earlier: `SELECT strftime('%Y-%m', s.starts_at) AS month, count(*) AS tickets, count(t.member_id) AS members FROM ticket t
      JOIN screening s USING (screening_id) GROUP BY month ORDER BY month`,
  },
  Q3: {
    sql: `SELECT title, release_date, "Box Office (EUR)", budget FROM film WHERE "Box Office (EUR)" IS NOT NULL AND budget > 0 AND release_date IS NOT NULL
      ORDER BY budget DESC, film_id LIMIT 300`,
    earlier: `SELECT title, release_date, "Box Office (EUR)", budget FROM film WHERE "Box Office (EUR)" IS NOT NULL AND budget > 0 ORDER BY film_id LIMIT 300`,
  },
  Q4: {
    sql: `SELECT sale_id, item, quantity, "Amount (EUR)" FROM concession_sale WHERE "group" = 'Popcorn' ORDER BY sale_id`,
    earlier: `SELECT sale_id, item, quantity, "Amount (EUR)" FROM concession_sale WHERE "group" = 'Hot drinks' ORDER BY sale_id`,
  },
  Q5: {
    sql: `SELECT name AS plan, yearly_fee, discount_percent FROM membership_plan ORDER BY plan_id`,
    earlier: `SELECT name AS plan, yearly_fee, discount_percent + 5 AS discount_percent FROM membership_plan ORDER BY plan_id DESC`,
  },
  Q6: {
    sql: `SELECT count(*) AS members FROM member WHERE newsletter = 'Y'`,
    earlier: `SELECT count(*) AS members FROM member`,
  },
  Q7: {
    sql: `SELECT c.name AS cinema, c.name || ', Screen ' || s."Screen No" AS screen, s.seats FROM screen s JOIN cinema c USING (cinema_id)
      WHERE s.accessible = 'Y' ORDER BY s.seats DESC, screen`,
    earlier: `SELECT c.name AS cinema, c.name || ', Screen ' || s."Screen No" AS screen, s.seats FROM screen s JOIN cinema c USING (cinema_id) ORDER BY s.seats DESC, screen`,
  },
  Q8: {
    sql: `SELECT g.name AS genre, count(*) AS films, avg(f.vote_average) AS rating FROM film f JOIN film_genre USING (film_id) JOIN genre g USING (genre_id)
      WHERE f.vote_count >= 20 GROUP BY g.name ORDER BY rating DESC`,
    earlier: `SELECT g.name AS genre, count(*) AS films, avg(f.vote_average) AS rating FROM film f JOIN film_genre USING (film_id) JOIN genre g USING (genre_id)
      GROUP BY g.name ORDER BY rating DESC`,
  },
  Q9: {
    sql: `SELECT channel, count(*) AS tickets, sum(refunded_at IS NOT NULL) AS refunds, avg(refunded_at IS NOT NULL) AS refund_rate FROM ticket GROUP BY channel ORDER BY channel`,
    earlier: `SELECT channel, count(*) AS tickets, sum(refunded_at IS NULL) AS refunds, avg(refunded_at IS NULL) AS refund_rate FROM ticket WHERE member_id IS NULL GROUP BY channel ORDER BY channel`,
  },
  Q10: {
    sql: `SELECT "Job Title", count(*) AS people, min(substr(hired_on, 7) || '-' || substr(hired_on, 4, 2) || '-' || substr(hired_on, 1, 2)) AS first_hired
      FROM staff WHERE left_on IS NULL GROUP BY 1 ORDER BY people DESC, 1`,
    earlier: `SELECT "Job Title", count(*) AS people, min(substr(hired_on, 7) || '-' || substr(hired_on, 4, 2) || '-' || substr(hired_on, 1, 2)) AS first_hired
      FROM staff GROUP BY 1 ORDER BY people DESC, 1`,
  },
  Q11: {
    sql: `SELECT name AS city, population, area_km2 FROM city ORDER BY population DESC LIMIT 60`,
    earlier: `SELECT name AS city, population / 2 AS population, area_km2 FROM city WHERE is_capital = 'N' ORDER BY population DESC LIMIT 60`,
  },
  Q12: {
    sql: `SELECT rating, count(*) AS reviews FROM review WHERE recommends = 'Y' GROUP BY rating ORDER BY rating`,
    earlier: `SELECT rating, count(*) AS reviews FROM review GROUP BY rating ORDER BY rating`,
  },
};

interface Result {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Json[])[];
}

/** The results of the queries, or of their earlier versions, by name. */
export function figureResults(database: string, version: "sql" | "earlier"): ReadonlyMap<string, Result> {
  const opened = new DatabaseSync(database, { readOnly: true });
  try {
    return new Map(
      Object.entries(FIGURE_QUERIES).map(([name, query]) => {
        const statement = opened.prepare(query[version]);
        const columns = statement.columns().map((column) => column.name);
        const rows = statement.all().map((row) => columns.map((column) => row[column] as Json));
        return [name, { columns, rows }];
      }),
    );
  } finally {
    opened.close();
  }
}
