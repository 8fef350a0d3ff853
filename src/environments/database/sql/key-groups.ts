/** How columns are grouped that a key does not stand for, where the engine would take them for grouped with it. */
export interface KeyGroups {
  /** True for types that can be grouped by. */
  canGroupBy(type: string): boolean;
  /** How a query takes the value of a column from a group in which there is but one. */
  oneOf(column: string): string;
}
