/** Column, its name in words (empty: the same), what it says, its type, what its values mean. */
export type ColumnDescription = readonly [
  column: string,
  name: string,
  description: string,
  format: string,
  values?: string,
];
