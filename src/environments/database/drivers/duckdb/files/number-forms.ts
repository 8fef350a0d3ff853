/** Which ways of writing numbers a column's cells fit. */
export type NumberStyle = "plain" | "comma-groups" | "dot-groups" | "blank-groups";

interface NumberForm {
  readonly style: NumberStyle;
  /** What the whole of a number is, without unit; RE2. */
  readonly pattern: string;
  /** SQL that turns such a text into one that the engine casts. */
  readonly plain: (text: string) => string;
  /** An example, for the comment of a column that is written so. */
  readonly example: string;
}

/** A number as programs write it; RE2. */
export const PLAIN_NUMBER = String.raw`[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?`;

/** The first that all cells fit is taken, where the file tells nothing else. */
export const NUMBER_FORMS: readonly NumberForm[] = [
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

/** Cells that fit several styles, and would be other numbers in each: `1.234`, `1,234`. */
export const GROUP_OF_THREE = "[+-]?[1-9][0-9]{0,2}[.,][0-9]{3}";

const UNIT = String.raw`(?:US\$|€|\$|£|¥|₹|%|EUR|USD|GBP|CHF|JPY|SEK|NOK|DKK|PLN|CZK|kr|zł)`;

/** SQL for the unit of a number as written: a currency, a percent sign, or nothing. */
export function unitOf(text: string): string {
  return `regexp_extract(${text}, '${UNIT}')`;
}

/** SQL for a number without its unit, and with its sign in front: `(1.50 €)` gives `-1.50`. */
export function withoutUnit(text: string): string {
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
