import type { ColumnPlace } from "../lexicon/link.ts";

const KEY = /(?:^|[ _])(?:ids?|identifiers?|keys?|codes?|numbers?|nos?|nr)$/iu;

/** True where the last word says that this is what rows are numbered by: `sale no`, "customer number". */
export function isNamedAsKey(text: string): boolean {
  return KEY.test(text);
}

/** True where a number of rows was taken for what it numbers: "sales" are not measured by `sale no`. */
export function isNumberOf(mentioned: string, { column }: ColumnPlace): boolean {
  const name = column.name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, "_");
  return isNamedAsKey(name) && !isNamedAsKey(mentioned);
}
