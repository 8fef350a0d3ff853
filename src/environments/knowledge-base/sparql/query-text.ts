/** The lines, two spaces further in. */
export const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`);

/** `{ … }` on lines of its own; a keyword may stand before it. */
export const group = (lines: readonly string[], before = ""): readonly string[] => [
  before === "" ? "{" : `${before} {`,
  ...indented(lines),
  "}",
];

/** A sub-select as a group. */
export const subSelect = (
  projection: string,
  lines: readonly string[],
  after: readonly string[] = [],
): readonly string[] => group([...group(lines, `SELECT ${projection} WHERE`), ...after]);

export const XSD_PREFIX = "PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>";

/** A whole query, with `xsd:` declared where it is used. */
export function queryText(lines: readonly string[]): string {
  const text = lines.join("\n");
  return /\bxsd:/u.test(text) ? `${XSD_PREFIX}\n${text}` : text;
}
