/** A query in the clauses that the tools take. */
export interface QueryParts {
  readonly from: string;
  readonly where: string;
  readonly select: string;
  readonly groupBy?: string | undefined;
  readonly having?: string | undefined;
  /** With its LIMIT. */
  readonly orderBy?: string | undefined;
  /** Several rows would be no answer. */
  readonly isOne?: boolean;
  /** The expressions ordered by and the number of rows kept, for seeing whether the last one kept is a tie. */
  readonly cut?: { readonly keys: readonly string[]; readonly limit: number } | undefined;
}

export function queryText(parts: QueryParts): string {
  return [
    `SELECT ${parts.select}`,
    `FROM ${parts.from}`,
    parts.where === "" ? "" : `WHERE ${parts.where}`,
    parts.groupBy === undefined ? "" : `GROUP BY ${parts.groupBy}`,
    parts.having === undefined ? "" : `HAVING ${parts.having}`,
    parts.orderBy === undefined ? "" : `ORDER BY ${parts.orderBy}`,
  ]
    .filter((clause) => clause !== "")
    .join(" ");
}
