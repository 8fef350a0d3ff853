import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { SchemaKey, SchemaTable } from "../../../evaluation/construction/dbqa/schema-table.ts";

/** SQLite takes these: a name of words, with at most two numbers; what stands behind these it does not take. */
const PLAIN = /^([A-Za-z_][A-Za-z0-9_ ]*(?:\( *\d+ *(?:, *\d+ *)?\))?)(?: [A-Za-z ]+)?$/u;
/** Types of other engines that are kept as text there, whatever stands in their brackets. */
const AS_TEXT = /^(?:enum|set|uuid|jsonb?|xml|inet|cidr|macaddr8?|tsvector|interval|citext|name)\b/iu;
const OF_SEVERAL = /\[|\bstruct\b|\bmap\b|\bunion\b|\blist\b|\bgeometry\b|\bpoint\b|range\b/iu;

/**
 * CREATE statements of a schema in SQLite's SQL. Keys to what is no key there are left out: SQLite would refuse every record.
 * @throws FuxiError `target-not-supported` for a type that has no counterpart
 */
export function scratchDeclarations(tables: readonly SchemaTable[]): readonly string[] {
  return tables.map((table) => declaration(table, tables));
}

function declaration(table: SchemaTable, tables: readonly SchemaTable[]): string {
  const { name, columns, primaryKey, foreignKeys } = table;
  const lines = [
    ...columns.map((column) =>
      [
        quoted(column.name),
        ...typeOf(column.type, `${name}.${column.name}`),
        ...(primaryKey.length === 1 && primaryKey[0] === column.name ? ["PRIMARY KEY"] : []),
        ...(column.notNull ? ["NOT NULL"] : []),
        ...(column.unique ? ["UNIQUE"] : []),
      ].join(" "),
    ),
    ...(primaryKey.length > 1 ? [`PRIMARY KEY (${list(primaryKey)})`] : []),
    ...foreignKeys
      .filter((key) => leadsToKey(key, tables))
      .map(
        (key) =>
          `FOREIGN KEY (${list(key.columns)}) REFERENCES ${quoted(key.table)} (${list(key.referenced)})`,
      ),
  ];
  return `CREATE TABLE ${quoted(name)} (\n${lines.map((line) => `  ${line}`).join(",\n")}\n)`;
}

function typeOf(type: string, column: string): readonly string[] {
  if (type === "") return [];
  if (AS_TEXT.test(type)) return ["TEXT"];
  const plain = PLAIN.exec(type)?.[1];
  if (plain !== undefined && !OF_SEVERAL.test(type)) return [plain];
  throw new FuxiError(
    "target-not-supported",
    `The type ${type} of ${column} has no counterpart in SQLite, which the records are made in.`,
    { hint: `Hide the column with --deny ${column}.` },
  );
}

function leadsToKey({ table, referenced }: SchemaKey, tables: readonly SchemaTable[]): boolean {
  const to = tables.find(({ name }) => same(name, table));
  if (to === undefined) return false;
  const { primaryKey, columns } = to;
  const isPrimary =
    referenced.length === primaryKey.length &&
    referenced.every((each) => primaryKey.some((key) => same(key, each)));
  const [only, ...more] = referenced;
  const isUnique =
    more.length === 0 && columns.some(({ name, unique }) => unique && only !== undefined && same(name, only));
  return isPrimary || isUnique;
}

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const list = (names: readonly string[]): string => names.map(quoted).join(", ");

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
