/** Longer names are cut. */
const LONGEST_NAME = 100;

/** A table's name from that of a file or sheet: letters, digits and `_`, not beginning with a digit. */
export function tableName(text: string): string {
  const name = text
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "_")
    .replace(/^_+|_+$/gu, "")
    .slice(0, LONGEST_NAME);
  if (name === "") return "data";
  return /^\p{N}/u.test(name) ? `t_${name}` : name;
}

/** A column's name as written, on one line; `column_3` if the third has none. */
export function columnName(text: string | undefined, at: number): string {
  const name = (text ?? "")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, LONGEST_NAME);
  return name === "" ? `column_${at + 1}` : name;
}

/** The names with `_2`, `_3`, … behind repeated ones, ignoring case. */
export function uniqueNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  const written = new Set(names.map((name) => name.toLowerCase()));
  return names.map((name) => {
    let unique = name;
    for (let n = 2; taken.has(unique.toLowerCase()); n++) {
      const numbered = `${name}_${n}`;
      if (!written.has(numbered.toLowerCase())) unique = numbered;
    }
    taken.add(unique.toLowerCase());
    return unique;
  });
}
