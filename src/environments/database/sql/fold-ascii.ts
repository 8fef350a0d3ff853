/** SQLite and DuckDB fold ASCII letters only: `É` and `é` are two names. */
export function foldAscii(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase());
}
