import { MONTHS } from "../../../../util/month-names.ts";
import { readDate } from "../../check/date-pattern.ts";
import { alt, list, map, maybe, type Rule, seq, when, words, wordWhere } from "./parser.ts";
import type { DateSpan, Modifier, Operator } from "./question-tree.ts";

const year: Rule<number> = map(
  wordWhere((word) => word.kind === "number" && /^(1\d|20|21)\d\d$/u.test(word.folded)),
  (word) => Number(word.folded),
);
const month: Rule<number> = map(
  wordWhere((word) => MONTHS.includes(word.folded) && (word.capital || word.folded !== "may")),
  (word) => MONTHS.indexOf(word.folded) + 1,
);
const day: Rule<number> = map(
  wordWhere((word) => /^([1-9]|[12]\d|3[01])(st|nd|rd|th)?$/u.test(word.folded)),
  (word) => Number.parseInt(word.folded, 10),
);
/** 2019-08-20 and the like; not where day and month could be either. */
const written: Rule<DateSpan> = map(
  when(
    map(
      wordWhere((word) => /^\d+[-/.]\d+[-/.]\d+$/u.test(word.folded)),
      (word) => readDate(word.folded).map((reading) => reading.date),
    ),
    (dates) => dates.length === 1 || (dates.length === 2 && dates[0]?.month === dates[1]?.month),
  ),
  ([date]) => ({ year: date?.year ?? 0, month: date?.month ?? 0, day: date?.day ?? 0 }),
);

export const dateSpan: Rule<DateSpan> = alt<DateSpan>(
  map(year, (found) => ({ year: found })),
  map(
    wordWhere((word) => /^(1\d|20)\d0s$/u.test(word.folded)),
    (word) => ({ year: Number.parseInt(word.folded, 10), decade: true }),
  ),
  seq([month, maybe(words(",|of")), year], (m, _, y) => ({ year: y, month: m })),
  seq([day, maybe(words("of")), month, maybe(words(",")), year], (d, _, m, __, y) => ({
    year: y,
    month: m,
    day: d,
  })),
  seq([month, maybe(words("the")), day, maybe(words(",")), year], (m, _, d, __, y) => ({
    year: y,
    month: m,
    day: d,
  })),
  seq(
    [
      alt(
        words("christmas eve"),
        words("christmas day"),
        words("christmas"),
        words("new year 's eve"),
        words("new year 's day"),
      ),
      maybe(words("of|in")),
      year,
    ],
    (feast, _, y) => ({
      year: y,
      ...(feast === "new year 's day"
        ? { month: 1, day: 1 }
        : { month: 12, day: feast === "new year 's eve" ? 31 : feast === "christmas eve" ? 24 : 25 }),
    }),
  ),
  written,
);

const inYear = maybe(
  words("the|the year|the year of|year|years|the years|the years of|month|the month of|the month"),
);
const spans = list(dateSpan, words("or|and|,|, or"));
const BORDERS: ReadonlyMap<string, Operator> = new Map([
  ["before", "<"],
  ["prior to", "<"],
  ["earlier than", "<"],
  ["after", ">"],
  ["later than", ">"],
  ["since", ">="],
  ["until", "<="],
  ["up to", "<="],
  ["from", ">="],
]);

/** "in 2014 or 2015", "before March 2025", "between 2001 and 2004", "2014 or after": a span of time without naming the column. */
export const dateTail: Rule<Extract<Modifier, { kind: "compare" }>> = alt(
  seq([words("in|during|on|for|of|from|at|within|as of"), inYear, spans], (_, __, dates) =>
    compare("=", dates),
  ),
  seq(
    [words("in|from"), inYear, dateSpan, words("or|and"), words("after|later|afterwards|onwards")],
    (_, __, date) => compare(">=", [date]),
  ),
  seq([words("in|from"), inYear, dateSpan, words("or|and"), words("before|earlier")], (_, __, date) =>
    compare("<=", [date]),
  ),
  seq(
    [words(...[...BORDERS.keys()].filter((word) => word !== "from")), inYear, dateSpan],
    (border, _, date) => compare(BORDERS.get(border) ?? "=", [date]),
  ),
  seq([words("from"), inYear, dateSpan, words("on|onwards|onward")], (_, __, date) => compare(">=", [date])),
  seq(
    [
      alt(words("between"), words("from")),
      inYear,
      dateSpan,
      words("and|to|until|till|through"),
      inYear,
      dateSpan,
    ],
    (_, __, from, ___, ____, until) => ({
      kind: "compare" as const,
      by: undefined,
      operator: "=" as const,
      operand: { kind: "dates" as const, dates: [from], until },
    }),
  ),
);

function compare(operator: Operator, dates: readonly DateSpan[]): Extract<Modifier, { kind: "compare" }> {
  return { kind: "compare", by: undefined, operator, operand: { kind: "dates", dates } };
}
