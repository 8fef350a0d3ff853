import { type Column, numberIn } from "./chart-of.ts";

const PERIOD =
  "year|quarter|month|week|weekday|day|hour|decade|jahr|quartal|monat|woche|wochentag|tag|stunde|année|annee|mois|semaine|jour|heure|año|anno|mes|semana|día|hora";
/** `month`, `order_year`, `orderYear`, `year(ordered)`; not `sales_per_day`. */
const NAMES_PERIOD = new RegExp(
  String.raw`(?:^|(?<!(?:^|[_ .-])per)[_ .-])(?:${PERIOD})$|^(?:${PERIOD})\s*\(|[a-z](?:Year|Quarter|Month|Week|Day|Hour)$`,
  "iu",
);
const PLACE = /^(?:lat|lon|lng|latitude|longitude)$|[_ .-](?:lat|lon|lng|latitude|longitude)$/iu;

/** Whether the cells name something: texts, truth values, or the numbers of years, months and their like. */
export function isLabelling(column: Column): boolean {
  const said = column.cells.filter((cell) => cell !== null);
  if (said.length === 0) return false;
  if (said.every((cell) => Number.isInteger(cell))) return NAMES_PERIOD.test(column.name);
  return said.every(
    (cell) => (typeof cell === "string" && numberIn(cell) === undefined) || typeof cell === "boolean",
  );
}

/** Whether the cells are numbers that can be held against each other, beside NULL. */
export function isMeasure(column: Column): boolean {
  const said = column.cells.filter((cell) => cell !== null);
  return (
    said.length > 0 &&
    said.every((cell) => numberIn(cell) !== undefined) &&
    !PLACE.test(column.name) &&
    !isLabelling(column)
  );
}
