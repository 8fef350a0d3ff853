/**
 * A value as a type of other dialects, where SQLite's CAST goes by the name of the type alone: `CAST('2024-03-05' AS date)` is the number
 * 2024, and a decimal keeps all its places. Undefined where CAST does it.
 */
export function sqliteCast(expression: string, type: string): string | undefined {
  const name = type.trim().toLowerCase();
  if (name === "date") return `date(${expression})`;
  if (/^(?:timestamp|timestamptz|datetime)\b/u.test(name)) return `datetime(${expression})`;
  if (/^(?:time|timetz)\b/u.test(name)) return `time(${expression})`;
  const places = /^(?:numeric|decimal)\s*\(\s*\d+\s*,\s*(\d+)\s*\)$/u.exec(name)?.[1];
  return places === undefined ? undefined : `round(${expression}, ${places})`;
}
