import type { ArtifactRef } from "../../../environment/artifact-store.ts";
import type { ReferencedKind } from "../../../environment/referenced-values.ts";
import type { BoundType } from "../sql/sql-dialect.ts";

/**
 * Values of another environment that the workspace uses as a table of one column, `name(value)`. The values themselves are an artifact of
 * JSON lines.
 */
export interface Relation {
  readonly name: string;
  /** As it was written: `kb:#3.labels`. */
  readonly reference: string;
  readonly kind: ReferencedKind;
  /** As which type the engine sees them. */
  readonly type: BoundType;
  readonly total: number;
  readonly values: ArtifactRef;
}

/** The one column of every relation. */
export const VALUE_COLUMN = "value";

/** How many of what, from where: `2,345 texts of kb:#3.labels`. Never more than one line. */
export function relationTitle({ reference, kind, total }: Relation): string {
  const written = reference.replace(/\s+/gu, " ");
  return `${total.toLocaleString("en")} ${kind} of ${written.length > 80 ? `${written.slice(0, 79)}…` : written}`;
}
