/** A number or text that something is held against: `>= 2015`, `BETWEEN 10 AND 20`, `LIKE '2024%'`, `LIMIT 10`. */
const HELD_AGAINST =
  /(?:[<>=]|\b(?:between|and|like|limit|top)\b)\s*('(?:[^']|'')*'|-?\d[\d.]*)|\bin\s*\(([^()]*)\)/giu;

/** What a statement limits its result to. Numbers that it calculates with are none of it. */
export function conditionsOf(sql: string): string {
  return [...sql.matchAll(HELD_AGAINST)].map(([, value, list]) => value ?? list ?? "").join("\n");
}
