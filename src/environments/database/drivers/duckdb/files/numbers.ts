import { ask, countRows, type Loader, quotedText } from "./loader.ts";
import {
  type ColumnFit,
  type ColumnSurvey,
  type FileHabits,
  PLAIN_NUMBER,
  presentCells,
  trimmed,
} from "./survey-columns.ts";

/** Styles of writing numbers, by their grouping. */
type NumberStyle = "plain" | "comma-groups" | "dot-groups" | "blank-groups";

interface NumberForm {
  readonly style: NumberStyle;
  /** RE2 for a whole number without its unit. */
  readonly pattern: string;
  /** SQL that turns such a text into a form that the engine casts. */
  readonly plain: (text: string) => string;
  /** An example for the comments of columns in this style. */
  readonly example: string;
}

/** The first form that fits most cells is taken, unless the file's other columns decide. */
const NUMBER_FORMS: readonly NumberForm[] = [
  { style: "plain", pattern: PLAIN_NUMBER, plain: (text) => text, example: "1234.5" },
  {
    style: "comma-groups",
    pattern: String.raw`[+-]?([1-9][0-9]{0,2}(,[0-9]{2,3})*,[0-9]{3}(\.[0-9]*)?)|${PLAIN_NUMBER}`,
    plain: (text) => `replace(${text}, ',', '')`,
    example: "1,234.5",
  },
  {
    style: "dot-groups",
    pattern: String.raw`[+-]?([1-9][0-9]{0,2}(\.[0-9]{3})+|[0-9]+)(,[0-9]*)?`,
    plain: (text) => `replace(replace(${text}, '.', ''), ',', '.')`,
    example: "1.234,5",
  },
  {
    style: "blank-groups",
    pattern: String.raw`[+-]?([1-9][0-9]{0,2}([ \x{a0}\x{2009}\x{202f}'\x{2019}][0-9]{3})+|[0-9]+)([.,][0-9]*)?`,
    plain: (text) => `replace(regexp_replace(${text}, '[^0-9.,+-]', '', 'g'), ',', '.')`,
    example: "1 234,5",
  },
];

/** Cells that fit several styles, with a different number in each: `1.234`, `1,234`. */
const GROUP_OF_THREE = "[+-]?[1-9][0-9]{0,2}[.,][0-9]{3}";

const UNIT = String.raw`(?:US\$|€|\$|£|¥|₹|%|EUR|USD|GBP|CHF|JPY|SEK|NOK|DKK|PLN|CZK|kr|zł)`;

/** SQL for the unit of a number as written: a currency, a percent sign, or nothing. */
function unitOf(text: string): string {
  return `regexp_extract(${text}, '${UNIT}')`;
}

/** SQL for a number without its unit, sign in front: `(1.50 €)` gives `-1.50`. */
function withoutUnit(text: string): string {
  const steps: readonly (readonly [string, string])[] = [
    [String.raw`^\((.*)\)$`, String.raw`-\1`],
    [String.raw`^([+-]?)\s*${UNIT}\s*`, String.raw`\1`],
    [String.raw`\s*${UNIT}$`, ""],
    ["^([0-9.,]+)-$", String.raw`-\1`],
  ];
  return steps.reduce(
    (sql, [pattern, by]) => `regexp_replace(${sql}, '${pattern}', '${by}')`,
    `replace(${text}, '−', '-')`,
  );
}

/** Counts of a column's cells by number style. */
export interface NumberSurvey {
  readonly counts: Readonly<Record<NumberStyle, number>>;
  /** The units that occur. */
  readonly units: readonly string[];
  readonly withUnit: number;
  /** Cells whose number depends on the style: `1.234` and `1,234`. */
  readonly unclear: number;
  readonly decimalPoints: number;
  readonly decimalCommas: number;
}

/** SQL for a number without sign brackets and unit; the text itself if all of the column's numbers are plain. */
function coreOf({ filled, missing, plainNumbers }: ColumnSurvey): (text: string) => string {
  return plainNumbers === filled - missing ? (text) => text : withoutUnit;
}

export async function surveyNumbers(
  loader: Loader,
  table: string,
  survey: ColumnSurvey,
): Promise<NumberSurvey> {
  const core = coreOf(survey)("v");
  const unit = core === "v" ? "''" : `CASE WHEN ${core} <> v THEN ${unitOf("v")} ELSE '' END`;
  const cells = `(SELECT ${core} AS n, ${unit} AS u FROM ${presentCells(table, survey)})`;
  const isGroup = `regexp_full_match(n, '${GROUP_OF_THREE}')`;
  const { unclear, decimalPoints, decimalCommas, withUnit, ...counts } = await countRows(loader, cells, {
    ...(Object.fromEntries(
      NUMBER_FORMS.map(({ style, pattern }) => [style, `regexp_full_match(n, ${quotedText(pattern)})`]),
    ) as Record<NumberStyle, string>),
    unclear: isGroup,
    decimalPoints: `regexp_full_match(n, '[+-]?[0-9,]*\\.[0-9]+') AND NOT ${isGroup}`,
    decimalCommas:
      "regexp_full_match(n, '[+-]?[0-9.]*,[0-9]+') AND NOT regexp_full_match(n, '[+-]?[1-9][0-9]{0,2}(,[0-9]{3})+')",
    withUnit: "u <> ''",
  });
  const units =
    withUnit === 0 ? [] : await ask(loader, `SELECT DISTINCT u FROM ${cells} WHERE u <> '' ORDER BY u`);
  return {
    counts,
    units: units.map(([each]) => String(each)),
    withUnit,
    unclear,
    decimalPoints,
    decimalCommas,
  };
}

/** Reads a column of one unit as numbers, in the style of most of its cells. Undefined if these are too long. */
export async function fitNumber(
  loader: Loader,
  table: string,
  survey: ColumnSurvey,
  numbers: NumberSurvey,
  habits: FileHabits,
): Promise<ColumnFit | undefined> {
  const { units, withUnit } = numbers;
  const { style, doubt } = chosenStyle(numbers, habits);
  const form = NUMBER_FORMS.find((each) => each.style === style);
  const count = numbers.counts[style];
  if (form === undefined || count === 0) return undefined;
  const percent = units[0] === "%";
  if (percent && withUnit < count) return undefined;
  const core = coreOf(survey);
  const fits = (text: string) => `regexp_full_match(${core(text)}, ${quotedText(form.pattern)})`;
  const plain = (text: string) => form.plain(core(text));
  const type = await numberType(loader, table, survey.column, fits("v"), plain("v"));
  if (type === undefined) return undefined;
  const written = (text: string) => (type.whole ? `split_part(${plain(text)}, '.', 1)` : plain(text));
  const remarks = [
    style === "plain" ? undefined : `written as ${form.example}`,
    percent ? "in percent: 12 is 12%" : undefined,
    units.length === 1 && !percent ? `in ${units[0]}` : undefined,
    type.remark,
  ].filter((each) => each !== undefined);
  return {
    kind: "number",
    fits,
    value: (text) => `TRY_CAST(${written(text)} AS ${type.name})`,
    count,
    ...(remarks.length === 0 ? {} : { remark: remarks.join(", ") }),
    ...(doubt === undefined ? {} : { doubt }),
  };
}

/** The style of most cells; for cells like `1.234` and `1,234` the file's other columns decide. */
function chosenStyle(
  { counts, unclear }: NumberSurvey,
  { decimalCommas, decimalPoints }: FileHabits,
): { readonly style: NumberStyle; readonly doubt?: string } {
  const most = Math.max(...Object.values(counts));
  const usual = NUMBER_FORMS.find(({ style }) => counts[style] === most)?.style ?? "plain";
  const isUnclear = unclear > 0 && counts["comma-groups"] === most && counts["dot-groups"] === most;
  if (!isUnclear || (decimalPoints && !decimalCommas)) return { style: usual };
  if (decimalCommas && !decimalPoints) return { style: "dot-groups" };
  const doubt =
    usual === "plain"
      ? "numbers like 1.234 were read with a decimal point; they may mean 1234"
      : "numbers like 1,234 were read as 1234; they may mean 1.234";
  return { style: usual, doubt };
}

/** Decimal digits that a float always keeps. */
const FLOAT_DIGITS = 15;
const EXACT_DIGITS = 18;
const MOST_DIGITS = 38;
const MONEY_DECIMALS = 6;

/** The smallest exact type that holds all cells; a float if they have too many decimals or exponents. */
async function numberType(
  loader: Loader,
  table: string,
  column: string,
  fits: string,
  plain: string,
): Promise<{ readonly name: string; readonly whole: boolean; readonly remark?: string } | undefined> {
  const [row = []] = await ask(
    loader,
    `SELECT coalesce(max(length(i)), 0), coalesce(max(length(d)), 0), count(*) FILTER (contains(lower(n), 'e')),
      count(*) FILTER (d <> '' AND d <> '0'), count(*) FILTER (length(ltrim(i, '0')) + length(d) > ${FLOAT_DIGITS + 2})
      FROM (SELECT n, ltrim(split_part(n, '.', 1), '+-') AS i, split_part(n, '.', 2) AS d
        FROM (SELECT ${plain} AS n FROM (SELECT ${trimmed(column)} AS v FROM ${table}) WHERE ${fits}))`,
  );
  const [before = 0, behind = 0, exponents = 0, fractions = 0, long = 0] = row.map(Number);
  if (exponents === 0 && fractions === 0) {
    const remark = behind > 0 ? { remark: "written with .0" } : {};
    if (before <= EXACT_DIGITS) return { name: "BIGINT", whole: true, ...remark };
    return before <= MOST_DIGITS ? { name: `DECIMAL(${MOST_DIGITS},0)`, whole: true, ...remark } : undefined;
  }
  const exact = exponents === 0 && behind <= MONEY_DECIMALS && before + behind <= EXACT_DIGITS;
  if (exact) return { name: `DECIMAL(${EXACT_DIGITS},${behind})`, whole: false };
  const remark = long > 0 ? { remark: `rounded to ${FLOAT_DIGITS + 2} digits` } : {};
  return { name: "DOUBLE", whole: false, ...remark };
}
