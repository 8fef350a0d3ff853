import { z } from "zod";
import type { ReferencedValues } from "../../../environment/act-context.ts";
import { keepLines } from "../../../environment/artifact-content.ts";
import { type Marked, ownText, say, schemaName, written } from "../../../environment/egress/marks.ts";
import { REFERENCE_FORMAT, splitReference } from "../../../environment/references.ts";
import { type MarkedFailure, toolFailure } from "../../../environment/tool-failure.ts";
import type { Json } from "../../../util/json.ts";
import {
  boundTypeOf,
  nameTaken,
  type Relation,
  type RelationValue,
  readRelationValues,
  relationTitle,
  VALUE_COLUMN,
} from "../relations/relation.ts";
import { cellLine } from "./cell.ts";
import { defineTool, observe, type ToolCall, type ToolOutcome } from "./database-tool.ts";
import { columnName } from "./value-matches.ts";

/** Most values, and most bytes of values, that are bound to a statement. */
const MOST_VALUES = 1_000_000;
const MOST_BYTES = 50_000_000;

type GivenValues =
  | { readonly values: ReferencedValues; readonly failure?: never }
  | { readonly failure: MarkedFailure; readonly values?: never };

/** The values of the argument: of a reference that was resolved before, or of a JSON list. */
async function givenValues(argument: string, call: ToolCall): Promise<GivenValues> {
  const text = argument.trim();
  const { references } = call.context;
  const values = references?.get(argument) ?? references?.get(text) ?? (await writtenOut(text, call));
  if (values === undefined) return { failure: unknownReference(text, [...(references?.keys() ?? [])]) };
  if (values.total <= MOST_VALUES && values.values.bytes <= MOST_BYTES) return { values };
  const size = `${values.total.toLocaleString("en")} values of ${Math.ceil(values.values.bytes / 1e6)} MB`;
  const message = say`${written(text)} has ${ownText(size)}; at most ${ownText(MOST_VALUES.toLocaleString("en"))} of ${MOST_BYTES / 1e6} MB can be used here.`;
  const narrow = [{ text: say`narrow it`, reason: say`in the environment that holds it` }];
  return { failure: toolFailure("too-large", message, { argument: "values", text }, narrow) };
}

async function writtenOut(text: string, { context }: ToolCall): Promise<ReferencedValues | undefined> {
  const list = listOf(text);
  if (list === undefined) return undefined;
  const distinct = [...new Set(list)];
  const values = await keepLines(distinct, context);
  const numbers =
    distinct.length > 0 && distinct.every((value) => value === null || typeof value === "number");
  return { reference: "a list", kind: numbers ? "numbers" : "texts", total: distinct.length, values };
}

function listOf(text: string): readonly Json[] | undefined {
  if (!text.startsWith("[")) return undefined;
  try {
    const parsed = JSON.parse(text) as readonly Json[];
    return parsed.every((value) => value === null || typeof value !== "object") ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function unknownReference(text: string, known: readonly string[]): MarkedFailure {
  const what =
    splitReference(text) === undefined ? "is no reference" : "names nothing that another environment holds";
  const message = say`"${written(text.slice(0, 80))}" ${what}. A reference has the form environment:name, such as kb:#3.labels.`;
  const meant = known.slice(0, 3).map((each) => ({ text: ownText(each), replaces: text }));
  return toolFailure("unknown-reference", message, { argument: "values", text }, meant);
}

/** Number of values that are looked up, and most columns that are listed. */
const LOOKED = 8;
const MOST_NAMED = 3;
/** Most columns that a lookup of one value returns. */
const MOST_COLUMNS = 200;

interface ColumnHolding {
  readonly table: string;
  readonly column: string;
  /** Number of the `looked` values that the column holds. */
  readonly of: number;
  readonly looked: number;
}

/**
 * The columns that hold most of the first values, as candidates for a join; keys first among equals. Empty where the index is not complete.
 */
async function columnsHolding(
  values: readonly RelationValue[],
  { services: { index, schema }, context: { signal } }: ToolCall,
): Promise<readonly ColumnHolding[]> {
  const looked = values.filter((value) => value !== null && value !== "").slice(0, LOOKED);
  if (!index.state().complete) {
    // A fuzzy lookup starts indexing on databases that are indexed on first use.
    await index.findFuzzy(String(looked[0] ?? ""), { limit: 1, signal });
    if (!index.state().complete) return [];
  }
  const counts = new Map<string, { readonly table: string; readonly column: string; of: number }>();
  for (const value of looked) {
    const { matches } = await index.findExact(String(value), { limit: MOST_COLUMNS, signal });
    for (const { column, tier } of matches) {
      if (tier !== "exact") continue;
      const name = columnName(column);
      const kept = counts.get(name) ?? { table: column.table, column: column.column, of: 0 };
      counts.set(name, { ...kept, of: kept.of + 1 });
    }
  }
  const isKey = ({ table, column }: { readonly table: string; readonly column: string }) =>
    schema.tables
      .find(({ name }) => name === table)
      ?.columns.some((each) => each.name === column && each.primaryKeyPosition !== undefined) ?? false;
  return [...counts.values()]
    .sort((a, b) => b.of - a.of || Number(isKey(b)) - Number(isKey(a)))
    .slice(0, MOST_NAMED)
    .map((each) => ({ ...each, looked: looked.length }));
}

/** Most values, and most characters of each, that the observation shows; the other values enter no prompt. */
const SHOWN = 3;
const SHOWN_CHARACTERS = 40;

export const useValues = defineTool({
  name: "use_values",
  description:
    "Values of another environment as a table name(value), for every query and clause from now on. `values` is a reference such as kb:#3.labels.",
  group: "functional",
  essential: true,
  onlyBesideOthers: true,
  input: z.strictObject({ name: z.string(), values: z.string().meta({ format: REFERENCE_FORMAT }) }),
  output: z.object({
    name: z.string(),
    total: z.int(),
    kind: z.string(),
    /** Type of the SQL column `value`. */
    type: z.string(),
    /** Columns that hold `of` of the first `looked` values. */
    found: z.array(z.object({ table: z.string(), column: z.string(), of: z.int(), looked: z.int() })),
  }),
  async run({ name: wanted, values }, call): Promise<ToolOutcome> {
    const { state, services, context } = call;
    const name = wanted.trim();
    const relations = state.relations ?? [];
    const taken = nameTaken(name, { services, draft: state.draft, relations });
    if (taken) return { failure: taken };
    const given = await givenValues(values, call);
    if (given.failure) return given;
    const all = await readRelationValues(given.values.values, context);
    const { kind, total } = given.values;
    const relation: Relation = { name, ...given.values, type: boundTypeOf(kind, all) };
    const same = (other: Relation) => services.driver.dialect.sameIdentifier(other.name, name);
    const found = await columnsHolding(all, call);
    const kept = [...relations.filter((other) => !same(other)), relation];
    return {
      observation: observe(lines(relation, all, found, relations.some(same)), {
        name: ownText(name),
        total,
        kind: ownText(kind),
        type: ownText(relation.type),
        found: found.map((each) => ({
          ...each,
          table: schemaName(each.table),
          column: schemaName(each.column),
        })),
      }),
      state: { ...state, relations: kept },
    };
  },
});

type Found = Awaited<ReturnType<typeof columnsHolding>>;

function lines(
  relation: Relation,
  all: readonly RelationValue[],
  found: Found,
  replaced: boolean,
): readonly Marked[] {
  const samples = all.slice(0, SHOWN).map((value) => {
    const text = cellLine(value, SHOWN_CHARACTERS);
    return typeof value === "string" ? say`'${text}'` : text;
  });
  const example = samples.length === 0 ? "" : say`: ${samples}${all.length > SHOWN ? ", …" : ""}`;
  const [best] = found;
  const held = found.map(
    ({ table, column, of, looked }) =>
      say`${schemaName(table)}.${schemaName(column)} (${of} of the first ${looked})`,
  );
  const where = best === undefined ? "…" : say`${schemaName(best.table)}.${schemaName(best.column)}`;
  const name = ownText(relation.name);
  return [
    say`${name}(${VALUE_COLUMN}) ${replaced ? "is now" : "is"} a table of ${relationTitle(relation)}, each once${example}.`,
    best === undefined
      ? all.length === 0
        ? say``
        : say`The first of them stand in no column as they are written.`
      : say`Found in ${held}.`,
    say`Use it like any table: JOIN ${name} ON ${where} = ${name}.${VALUE_COLUMN}, or ${where} IN (SELECT ${VALUE_COLUMN} FROM ${name}).`,
  ];
}
