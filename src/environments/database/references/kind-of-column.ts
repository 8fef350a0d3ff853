import type { ReferencedKind } from "../../../environment/referenced-values.ts";
import type { ResultColumn } from "../driver/sql-driver.ts";

/** What the values of a result's column are, as far as the engine's name of the type tells. */
export function kindOfColumn({ type = "" }: ResultColumn): ReferencedKind {
  if (/date|timestamp/iu.test(type)) return "dates";
  if (/int(?!erval)|serial|num|dec|real|float|double/iu.test(type)) return "numbers";
  return "texts";
}
