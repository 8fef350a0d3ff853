import { type Literal, literal } from "../term/term.ts";

const XSD = "http://www.w3.org/2001/XMLSchema#";

/** `170`, `8.3`, `5,000`, `1.5e6` as a number literal. */
export function numberTerm(written: string): Literal | undefined {
  const plain = written.trim();
  const text = /^[+-]?\d{1,3}(?:[,_ ]\d{3})+(?:\.\d+)?$/u.test(plain) ? plain.replace(/[,_ ]/gu, "") : plain;
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/iu.test(text)) return undefined;
  const type = /e/iu.test(text) ? "double" : /\./u.test(text) ? "decimal" : "integer";
  return literal(text, { datatype: XSD + type });
}

const DATE_TYPES: readonly (readonly [pattern: RegExp, type: string])[] = [
  [/^-?\d{4,}$/u, "gYear"],
  [/^-?\d{4,}-\d{2}$/u, "gYearMonth"],
  [/^-?\d{4,}-\d{2}-\d{2}$/u, "date"],
  [/^-?\d{4,}-\d{2}-\d{2}T\d{2}:\d{2}(:[\d.]+)?(Z|[+-]\d{2}:\d{2})?$/u, "dateTime"],
];

/** `1995`, `1995-11`, `1995-11-22` or a date with a time as a date literal. */
export function dateTerm(written: string): Literal | undefined {
  const text = written.trim().replace(/^(\d{4})[/.](\d{2})(?:[/.](\d{2}))?$/u, (_, ...parts: string[]) =>
    parts
      .slice(0, 3)
      .filter((part) => part !== undefined)
      .join("-"),
  );
  const type = DATE_TYPES.find(([pattern]) => pattern.test(text))?.[1];
  return type === undefined ? undefined : literal(text, { datatype: XSD + type });
}

/** The first date after a year, a month or a day, in the same form: `2000` after `1999`. Undefined for other forms. */
export function dateAfter({ value }: Literal): Literal | undefined {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/u.exec(value) ?? [];
  if (year === undefined) return undefined;
  if (month === undefined) return dateTerm(String(Number(year) + 1).padStart(4, "0"));
  const next = new Date(
    Date.UTC(
      Number(year),
      Number(month) - (day === undefined ? 0 : 1),
      day === undefined ? 1 : Number(day) + 1,
    ),
  );
  if (Number.isNaN(next.getTime())) return undefined;
  return dateTerm(next.toISOString().slice(0, day === undefined ? 7 : 10));
}
