import { z } from "zod";
import { REFERENCE_FORMAT } from "../../../environment/references.ts";
import { boundTypeOf, unheldValue } from "../relations/bound-values.ts";
import { type RelationValue, readRelationValues } from "../relations/read-relation-values.ts";
import { type Relation, relationTitle, VALUE_COLUMN } from "../relations/relation.ts";
import { nameTaken } from "../relations/relation-name.ts";
import { cellLine } from "./cell.ts";
import { columnsHolding } from "./columns-holding.ts";
import { defineTool, observe, type ToolCall, type ToolOutcome } from "./database-tool.ts";
import { givenValues } from "./given-values.ts";

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
    const { reference, kind, total, values: artifact } = given.values;
    const relation: Relation = {
      name,
      reference,
      kind,
      type: boundTypeOf(kind, all),
      total,
      values: artifact,
    };
    const same = (other: Relation) => services.driver.dialect.sameIdentifier(other.name, name);
    const found = await columnsHolding(all, call);
    const kept = [...relations.filter((other) => !same(other)), relation];
    return {
      observation: observe(lines(relation, all, found, relations.some(same)), {
        name,
        total,
        kind,
        type: relation.type,
        found: found.map(({ table, column, of, looked }) => ({ table, column, of, looked })),
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

function cannotHold(value: string, { services }: ToolCall) {
  const { name } = services.driver.dialect;
  return {
    code: "type-mismatch",
    message: `${JSON.stringify(value.slice(0, SHOWN_CHARACTERS))} has a character that no text of ${name} can hold, so that the values cannot be handed over as a whole.`,
    part: { argument: "values" },
    suggestions: [{ text: "leave it out", reason: "in the environment that the values come from" }],
  } as const;
}
