import { z } from "zod";
import type { ReferencedValues } from "../../../environment/act-context.ts";
import { REFERENCE_FORMAT, splitReference } from "../../../environment/references.ts";
import { type ToolFailure, toolFailure } from "../../../environment/tool-failure.ts";
import type { Json } from "../../../util/json.ts";
import {
  boundTypeOf,
  nameTaken,
  type Relation,
  type RelationValue,
  readRelationValues,
  relationTitle,
  unheldValue,
  VALUE_COLUMN,
} from "../relations/relation.ts";
import { cellLine } from "./cell.ts";
import { defineTool, observe, type ToolCall, type ToolOutcome } from "./database-tool.ts";
import { columnName } from "./value-matches.ts";

/** What is bound to a statement at most. */
const MOST_VALUES = 1_000_000;
const MOST_BYTES = 50_000_000;

/** Values that were written out live as long as the workspace is likely to. */
const LIFETIME_SECONDS = 7 * 24 * 3600;

type GivenValues =
  | { readonly values: ReferencedValues; readonly failure?: never }
  | { readonly failure: ToolFailure; readonly values?: never };

/** What the argument stands for: a reference that was resolved before, or a JSON list that was written out. */
async function givenValues(written: string, call: ToolCall): Promise<GivenValues> {
  const text = written.trim();
  const { references } = call.context;
  const values = references?.get(written) ?? references?.get(text) ?? (await writtenOut(text, call));
  if (values === undefined) return { failure: unknownReference(text, [...(references?.keys() ?? [])]) };
  if (values.total <= MOST_VALUES && values.values.bytes <= MOST_BYTES) return { values };
  const size = `${values.total.toLocaleString("en")} values of ${Math.ceil(values.values.bytes / 1e6)} MB`;
  const message = `${text} has ${size}; at most ${MOST_VALUES.toLocaleString("en")} of ${MOST_BYTES / 1e6} MB can be used here.`;
  const narrow = [{ text: "narrow it", reason: "in the environment that holds it" }];
  return { failure: toolFailure("too-large", message, { argument: "values", text }, narrow) };
}

async function writtenOut(text: string, { context }: ToolCall): Promise<ReferencedValues | undefined> {
  const list = listOf(text);
  if (list === undefined) return undefined;
  const distinct = [...new Set(list)];
  const lines = distinct.map((value) => `${JSON.stringify(value)}\n`).join("");
  const values = await context.artifacts.put(new TextEncoder().encode(lines), {
    principal: context.principal,
    mediaType: "application/x-ndjson",
    lifetimeSeconds: LIFETIME_SECONDS,
  });
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

function unknownReference(text: string, known: readonly string[]): ToolFailure {
  const what =
    splitReference(text) === undefined ? "is no reference" : "names nothing that another environment holds";
  const message = `"${text.slice(0, 80)}" ${what}. A reference has the form environment:name, such as kb:#3.labels.`;
  const meant = known.slice(0, 3).map((each) => ({ text: each, replaces: text }));
  return toolFailure("unknown-reference", message, { argument: "values", text }, meant);
}

/** Values that are looked up, and columns that are named. */
const LOOKED = 8;
const MOST_NAMED = 3;
/** Columns in which one value is looked for. */
const MOST_COLUMNS = 200;

interface ColumnHolding {
  readonly table: string;
  readonly column: string;
  /** So many of the values that were looked up stand in it. */
  readonly of: number;
  readonly looked: number;
}

/**
 * The columns in which most of the first values stand: what they are to be joined with, keys of their tables before others. Only an index that is complete is asked.
 */
async function columnsHolding(
  values: readonly RelationValue[],
  { services: { index, schema }, context: { signal } }: ToolCall,
): Promise<readonly ColumnHolding[]> {
  const looked = values.filter((value) => value !== null && value !== "").slice(0, LOOKED);
  if (!index.state().complete) {
    // A database that is indexed when it is first needed becomes so by a look for near values.
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

/** Values that are shown of those handed over, each in so many characters: the rest goes through no prompt. */
const SHOWN = 3;
const SHOWN_CHARACTERS = 40;

export const useValues = defineTool({
  name: "use_values",
  description:
    "Values of another environment as a table name(value), for every query and clause from now on. `values` is a reference such as kb:#3.labels.",
  group: "functional",
  onlyBesideOthers: true,
  input: z.strictObject({ name: z.string(), values: z.string().meta({ format: REFERENCE_FORMAT }) }),
  output: z.object({
    name: z.string(),
    total: z.int(),
    kind: z.string(),
    /** Of the SQL column `value`. */
    type: z.string(),
    /** Columns in which `of` of the first `looked` values stand. */
    found: z.array(z.object({ table: z.string(), column: z.string(), of: z.int(), looked: z.int() })),
  }),
  async run({ name: written, values }, call): Promise<ToolOutcome> {
    const { state, services, context } = call;
    const name = written.trim();
    const relations = state.relations ?? [];
    const taken = nameTaken(name, { services, draft: state.draft, relations });
    if (taken) return { failure: taken };
    const given = await givenValues(values, call);
    if (given.failure) return given;
    const all = await readRelationValues(given.values.values, context);
    const unheld = unheldValue(all, services.driver.dialect);
    if (unheld !== undefined) return { failure: cannotHold(unheld, call) };
    const { kind, total } = given.values;
    const relation: Relation = { name, ...given.values, type: boundTypeOf(kind, all) };
    const same = (other: Relation) => services.driver.dialect.sameIdentifier(other.name, name);
    const found = await columnsHolding(all, call);
    const kept = [...relations.filter((other) => !same(other)), relation];
    return {
      observation: observe(lines(relation, all, found, relations.some(same)), {
        name,
        total,
        kind,
        type: relation.type,
        found: found.map((each) => ({ ...each })),
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
): readonly string[] {
  const samples = all.slice(0, SHOWN).map((value) => {
    const text = cellLine(value, SHOWN_CHARACTERS);
    return typeof value === "string" ? `'${text}'` : text;
  });
  const example = samples.length === 0 ? "" : `: ${samples.join(", ")}${all.length > SHOWN ? ", …" : ""}`;
  const [best] = found;
  const held = found.map(
    ({ table, column, of, looked }) => `${table}.${column} (${of} of the first ${looked})`,
  );
  const where = best === undefined ? "…" : `${best.table}.${best.column}`;
  return [
    `${relation.name}(${VALUE_COLUMN}) ${replaced ? "is now" : "is"} a table of ${relationTitle(relation)}, each once${example}.`,
    best === undefined
      ? all.length === 0
        ? ""
        : "The first of them stand in no column as they are written."
      : `Found in ${held.join(", ")}.`,
    `Use it like any table: JOIN ${relation.name} ON ${where} = ${relation.name}.${VALUE_COLUMN}, or ${where} IN (SELECT ${VALUE_COLUMN} FROM ${relation.name}).`,
  ];
}

function cannotHold(value: string, { services }: ToolCall): ToolFailure {
  const { name } = services.driver.dialect;
  const message = `${JSON.stringify(value.slice(0, SHOWN_CHARACTERS))} has a character that no text of ${name} can hold, so that the values cannot be handed over as a whole.`;
  const advice = [{ text: "leave it out", reason: "in the environment that the values come from" }];
  return toolFailure("type-mismatch", message, { argument: "values" }, advice);
}
