import type { ReferencedKind } from "../../../environment/referenced-values.ts";
import type { BoundType, SqlDialect } from "../sql/sql-dialect.ts";
import type { RelationValue } from "./read-relation-values.ts";

const WHOLE = /^-?\d+$/u;
/** As JSON writes numbers, so that the text can be handed on digit by digit. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/u;
const DAY = /^\d{4}-\d\d-\d\d$/u;
const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/u;
const LARGEST_WHOLE = 2n ** 63n - 1n;

/** As which type all the values can stand in a column; text where they are of several kinds. */
export function boundTypeOf(kind: ReferencedKind, values: readonly RelationValue[]): BoundType {
  const texts = values.filter((value) => value !== null).map(String);
  if (kind === "numbers" && texts.every((text) => NUMBER.test(text)))
    return texts.every(isWhole) ? "integer" : "decimal";
  if (kind === "dates" && texts.every((text) => DAY.test(text) && isDay(text))) return "date";
  if (kind === "dates" && texts.every((text) => MOMENT.test(text) && isDay(text))) return "datetime";
  return "text";
}

/** The values as one JSON array of that type: numbers digit by digit, everything else as text. */
export function boundJson(type: BoundType, values: readonly RelationValue[]): string {
  const numeric = type === "integer" || type === "decimal";
  const written = values.map((value) => {
    if (value === null) return "null";
    return numeric ? String(value) : JSON.stringify(String(value));
  });
  return `[${written.join(",")}]`;
}

/** The first of the values that no cell of the engine can hold. */
export function unheldValue(
  values: readonly RelationValue[],
  { boundColumn }: Pick<SqlDialect, "boundColumn">,
): string | undefined {
  return values.find(
    (value): value is string => typeof value === "string" && boundColumn?.canHold(value) === false,
  );
}

function isWhole(text: string): boolean {
  if (!WHOLE.test(text)) return false;
  const value = BigInt(text);
  return value <= LARGEST_WHOLE && value >= -LARGEST_WHOLE;
}

/** Engines refuse the 30th of February. */
function isDay(text: string): boolean {
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return (
    !Number.isNaN(day.getTime()) &&
    day.toISOString().startsWith(text.slice(0, 10)) &&
    !text.startsWith("0000")
  );
}
