import type { Chart } from "../../../src/cli/chart/chart.ts";
import { chartsOf } from "../../../src/cli/chart/charts-of.ts";
import type { Json } from "../../../src/util/json.ts";

export type Rows = readonly (readonly Json[])[];

/** Rows written as "Lyon 2; Rome null": numbers are numbers unless a quote stands before them. */
export const rowsOf = (text: string): Rows =>
  text.split("; ").map((row) =>
    row.split(" ").map((cell) => {
      if (cell === "null") return null;
      return /^-?[\d.]+$/u.test(cell) ? Number(cell) : cell.replace(/^'/u, "");
    }),
  );

export function charts(columns: string, rows: string | Rows, total?: number): readonly Chart[] {
  const made = typeof rows === "string" ? rowsOf(rows) : rows;
  return chartsOf({ columns: columns.split(" "), rows: made, total: total ?? made.length });
}

export function chart(columns: string, rows: string | Rows): Chart {
  const [made] = charts(columns, rows);
  if (made === undefined) throw new Error("No chart was made");
  return made;
}

/** Attributes of all elements of that name, in their order. */
export function attributesOf(svg: string, name: string): readonly Readonly<Record<string, string>>[] {
  return [...svg.matchAll(new RegExp(`<${name} ([^>]*?)/?>`, "gu"))].map(([, text = ""]) =>
    Object.fromEntries(
      [...text.matchAll(/([\w-]+)="([^"]*)"/gu)].map(([, key = "", value = ""]) => [key, value]),
    ),
  );
}
