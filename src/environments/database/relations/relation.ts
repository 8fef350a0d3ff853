import type { ActContext, ReferencedKind } from "../../../environment/act-context.ts";
import { readLines } from "../../../environment/artifact-content.ts";
import type { ArtifactRef } from "../../../environment/artifact-store.ts";
import { type Marked, ownText, say, written } from "../../../environment/egress/marks.ts";
import type { MarkedFailure } from "../../../environment/tool-failure.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { shortened } from "../../../util/clipped-text.ts";
import type { DatabaseServices } from "../database-services.ts";
import { type Draft, MAIN_PART } from "../draft/draft.ts";
import type { BoundType } from "../sql/sql-dialect.ts";

const WHOLE = /^-?\d+$/u;
/** A number in JSON's form, so that its digits can be passed on unchanged. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/u;
const DAY = /^\d{4}-\d\d-\d\d$/u;
const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/u;
const LARGEST_WHOLE = 2n ** 63n - 1n;

/** The column type that fits all values; text where they are of several kinds. */
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

function isWhole(text: string): boolean {
  if (!WHOLE.test(text)) return false;
  const value = BigInt(text);
  return value <= LARGEST_WHOLE && value >= -LARGEST_WHOLE;
}

/** True for a day that exists: engines refuse the 30th of February. */
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

/** The failure for a name that a relation cannot have, with a free one; undefined where it can. An existing relation's name may be reused. */
export function nameTaken(name: string, names: Names): MarkedFailure | undefined {
  const why = whyNot(name, names);
  if (why === undefined) return undefined;
  const free = freeName(name, names);
  return {
    code: "invalid-arguments",
    message: say`"${written(name)}" ${why}.`,
    part: { argument: "name", text: name },
    suggestions: free === undefined ? [] : [{ text: ownText(free), replaces: name, reason: say`free` }],
  };
}

/** The wanted name, or a free one that begins with it. */
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

function whyNot(name: string, { services, draft }: Names): Marked | undefined {
  const { dialect } = services.driver;
  const same = (other: string) => dialect.sameIdentifier(other, name);
  if (!/^[A-Za-z_]\w*$/u.test(name) || name.length > LONGEST)
    return say`is no plain name: letters, digits and _, at most ${LONGEST}`;
  const lower = name.toLowerCase();
  if (lower === MAIN_PART) return say`is what the draft's main query is called`;
  if (dialect.identifier(lower) !== lower) return say`is a keyword of ${ownText(dialect.name)}`;
  const table = services.schema.tables.find((each) => each.kind !== "values" && same(each.name));
  if (table) return say`is already the name of a ${table.kind}`;
  return draft.with.some((cte) => same(cte.name))
    ? say`is already the name of a CTE of the draft`
    : undefined;
}

/**
 * Values of another environment that the workspace uses as a table of one column, `name(value)`. The values themselves are an artifact of
 * JSON lines.
 */
export interface Relation {
  readonly name: string;
  /** The reference as written: `kb:#3.labels`. */
  readonly reference: string;
  readonly kind: ReferencedKind;
  /** The type of the values in SQL. */
  readonly type: BoundType;
  readonly total: number;
  readonly values: ArtifactRef;
}

/** The one column of every relation. */
export const VALUE_COLUMN = "value";

/** Number, kind and origin of the values in one line: `2,345 texts of kb:#3.labels`. */
export function relationTitle({ reference, kind, total }: Relation): Marked {
  const shown = ownText(shortened(reference.replace(/\s+/gu, " "), 80));
  return say`${ownText(total.toLocaleString("en"))} ${kind} of ${shown}`;
}

/** The failure for values that are no longer stored; undefined for any other error. */
export function missingValues(error: unknown): { readonly failure: MarkedFailure } | undefined {
  if (!FuxiError.isInstance(error) || error.code !== "artifact-missing") return undefined;
  const message = ownText(`${error.message} ${error.hint ?? "Hand them over again with use_values."}`);
  return {
    failure: {
      code: "unknown-reference",
      message,
      suggestions: [
        { text: say`use_values`, reason: say`with the same name and a reference that still holds` },
      ],
    },
  };
}

export type RelationValue = string | number | boolean | null;

/**
 * The values that an artifact of JSON lines holds.
 *
 * @throws FuxiError `artifact-missing` where it has expired or belongs to another user, `artifact-invalid` where it holds anything but values
 */
export async function readRelationValues(
  kept: Pick<ArtifactRef, "sha256">,
  context: Pick<ActContext, "artifacts" | "principal">,
): Promise<readonly RelationValue[]> {
  const values = await readLines(kept, context);
  if (values.every((value) => value === null || typeof value !== "object"))
    return values as readonly RelationValue[];
  throw new FuxiError("data-invalid", "The values that were handed over are not one value a line.");
}
