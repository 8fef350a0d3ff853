import type { ActContext, ReferencedKind } from "../../../environment/act-context.ts";
import type { ArtifactRef } from "../../../environment/artifact-store.ts";

import type { ToolFailure } from "../../../environment/tool-failure.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { DatabaseServices } from "../database-services.ts";
import { type Draft, MAIN_PART } from "../draft/draft.ts";
import type { BoundType, SqlDialect } from "../sql/sql-dialect.ts";

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

const LONGEST = 60;

interface Names {
  readonly services: Pick<DatabaseServices, "driver" | "schema">;
  readonly draft: Draft;
  readonly relations: readonly Relation[];
}

/** Why a relation cannot have that name, with one that is free; undefined where it can. A relation's own name may be given again. */
export function nameTaken(name: string, names: Names): ToolFailure | undefined {
  const why = whyNot(name, names);
  if (why === undefined) return undefined;
  const free = freeName(name, names);
  return {
    code: "invalid-arguments",
    message: `"${name}" ${why}.`,
    part: { argument: "name", text: name },
    suggestions: free === undefined ? [] : [{ text: free, replaces: name, reason: "free" }],
  };
}

/** The name itself, or one that begins like it, that nothing else has. */
export function freeName(wanted: string, names: Names): string | undefined {
  const plain =
    wanted
      .replace(/\W+/gu, "_")
      .replace(/^(?=\d)/u, "_")
      .slice(0, LONGEST - 8) || "given";
  const numbered = Array.from({ length: 99 }, (_, at) => `${plain}_${at + 2}`);
  const { sameIdentifier } = names.services.driver.dialect;
  const isNew = (name: string) => names.relations.every((relation) => !sameIdentifier(relation.name, name));
  return [plain, `${plain}_values`, ...numbered].find(
    (each) => whyNot(each, names) === undefined && isNew(each),
  );
}

function whyNot(name: string, { services, draft }: Names): string | undefined {
  const { dialect } = services.driver;
  const same = (other: string) => dialect.sameIdentifier(other, name);
  if (!/^[A-Za-z_]\w*$/u.test(name) || name.length > LONGEST)
    return `is no plain name: letters, digits and _, at most ${LONGEST}`;
  const lower = name.toLowerCase();
  if (lower === MAIN_PART) return "is what the draft's main query is called";
  if (dialect.identifier(lower) !== lower) return `is a keyword of ${dialect.name}`;
  const table = services.schema.tables.find((each) => each.kind !== "values" && same(each.name));
  if (table) return `is already the name of a ${table.kind}`;
  return draft.with.some((cte) => same(cte.name)) ? "is already the name of a CTE of the draft" : undefined;
}

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

/** The failure for values that are no longer kept; undefined for any other error. */
export function missingValues(error: unknown): { readonly failure: ToolFailure } | undefined {
  if (!FuxiError.isInstance(error) || error.code !== "artifact-missing") return undefined;
  const message = [error.message, error.hint ?? "Hand them over again with use_values."].join(" ");
  return {
    failure: {
      code: "unknown-reference",
      message,
      suggestions: [{ text: "use_values", reason: "with the same name and a reference that still holds" }],
    },
  };
}

export type RelationValue = string | number | boolean | null;

/**
 * The values that an artifact of JSON lines holds.
 *
 * @throws FuxiError `artifact-missing` where it has expired or is somebody else's, `artifact-invalid` where it holds anything but values
 */
export async function readRelationValues(
  { sha256 }: Pick<ArtifactRef, "sha256">,
  { artifacts, principal }: Pick<ActContext, "artifacts" | "principal">,
): Promise<readonly RelationValue[]> {
  const text = new TextDecoder().decode(await artifacts.get(sha256, principal));
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => parsed(line));
}

function parsed(line: string): RelationValue {
  try {
    const value = JSON.parse(line) as unknown;
    if (value === null || typeof value !== "object") return value as RelationValue;
  } catch {}
  throw new FuxiError("data-invalid", "The values that were handed over are not one value a line.");
}
