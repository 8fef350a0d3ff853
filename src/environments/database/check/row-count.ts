/** `1 row`, `20 rows`. */
export function rowCount(rows: number): string {
  return rows === 1 ? "1 row" : `${rows} rows`;
}
