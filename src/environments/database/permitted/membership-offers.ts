import type { DatabaseServices } from "../database-services.ts";
import { readWords } from "../heuristics/question/read-words.ts";
import type { ColumnAffinity, ColumnSchema, TableSchema } from "../schema/database-schema.ts";
import type { Offer } from "./offer.ts";

const TOOL = "is_value_in_column";
const CALL = /\bis_value_in_column\s*\(\s*([^,()]+),\s*([^,()]+),\s*([^()]+)\)/gu;
const LABEL = /^\s*(?:table|column|value)\s*=\s*/iu;
const MOST_VALUES = 3;
const MOST_COLUMNS = 3;

type Place = { readonly table: TableSchema; readonly column: ColumnSchema };

/** Whether the columns that a thought names hold the values that it quotes, and what it calls outright. */
export function membershipOffers(
  thought: string,
  { schema, driver }: Pick<DatabaseServices, "schema" | "driver">,
): readonly Offer[] {
  const same = driver.dialect.sameIdentifier;
  const places = schema.tables.flatMap((table) =>
    table.columns.filter(({ masked }) => masked !== true).map((column): Place => ({ table, column })),
  );
  const called = [...thought.matchAll(CALL)].flatMap(([, ...written]) => {
    const [table = "", column = "", value = ""] = written.map(bare);
    const place = places.find((each) => same(each.table.name, table) && same(each.column.name, column));
    return place === undefined ? [] : [offer(place, value, 6)];
  });
  const isName = (text: string) =>
    places.some((each) => same(each.table.name, text) || same(each.column.name, text));
  const values = readWords(thought)
    .filter(({ kind }) => kind === "quoted")
    .map(({ start, end }) => thought.slice(start, end))
    .filter((text) => !isName(text));
  const named = namedIn(thought, places);
  return [
    ...called,
    ...[...new Set(values)]
      .slice(0, MOST_VALUES)
      .flatMap((value) =>
        named
          .filter(({ column }) => mayHold(column, value))
          .map((place, at) => offer(place, value, 3.5 - 0.1 * at)),
      ),
  ];
}

const NUMERIC: readonly ColumnAffinity[] = ["integer", "real", "decimal"];

/** Of a text without a digit nobody asks whether it is among numbers. */
function mayHold({ affinity }: ColumnSchema, value: string): boolean {
  return !NUMERIC.includes(affinity) || /\p{N}/u.test(value);
}

function offer({ table, column }: Place, value: string, worth: number): Offer {
  return { tool: TOOL, arguments: { table: table.name, column: column.name, value }, worth };
}

const bare = (written: string | undefined): string =>
  (written ?? "")
    .replace(LABEL, "")
    .trim()
    .replace(/^(["'`])(.*)\1$/su, "$2");

/** The columns that stand in the text by their names: those with their table before those that others are called like. */
function namedIn(text: string, places: readonly Place[]): readonly Place[] {
  const words = ` ${folded(text)} `;
  const holds = (name: string) => words.includes(` ${folded(name)} `);
  const named = places.filter(({ column }) => holds(column.name));
  const exact = named.filter(({ table, column }) => holds(`${table.name} ${column.name}`));
  const beside = named.filter(({ table }) => holds(table.name));
  return [exact, beside, named].find((found) => found.length > 0)?.slice(0, MOST_COLUMNS) ?? [];
}

function folded(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, " ")
    .trim();
}
