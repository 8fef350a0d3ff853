import type { TableDefinition } from "../../../environment/capabilities.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { SchemaColumn, SchemaKey, SchemaTable } from "./draw-seeds.ts";

/** A name, bare or in any engine's quotes. */
const NAME = /"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|[^\s"`[\](),.;]+/u;
const NAMES = new RegExp(NAME.source, "gu");
const HEAD = new RegExp(`^CREATE TABLE (?:(?:${NAME.source})\\.)*(${NAME.source}) \\($`, "u");
const COLUMN = new RegExp(`^(${NAME.source})(.*?)( PRIMARY KEY)?( NOT NULL)?( UNIQUE)?$`, "u");
const PRIMARY = /^PRIMARY KEY \((.*)\)$/u;
const FOREIGN = new RegExp(
  `^FOREIGN KEY \\((.*?)\\) REFERENCES (?:(?:${NAME.source})\\.)*(${NAME.source}) \\((.*)\\)$`,
  "u",
);

/**
 * The tables of a schema, taken apart from their declarations; views are left out.
 * @throws FuxiError `data-invalid` where there is no table, `target-not-supported` for a declaration that cannot be read and for two tables of one name
 */
export function readDefinitions(definitions: readonly TableDefinition[]): readonly SchemaTable[] {
  const tables = definitions
    .filter(({ definition }) => definition.startsWith("CREATE TABLE"))
    .map(({ name, definition }) => readDefinition(name, definition));
  if (tables.length === 0) {
    throw new FuxiError("data-invalid", "The database has no table that questions could be about.", {
      hint: "Name a database with tables; what --deny hides does not count.",
    });
  }
  const names = tables.map(({ name }) => name.toLowerCase());
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice === undefined) return tables;
  throw new FuxiError("target-not-supported", `Several schemas have a table "${twice}".`, {
    hint: 'Hide all but one of them with --deny, such as --deny "archive.*".',
  });
}

function readDefinition(table: string, definition: string): SchemaTable {
  const [first = "", ...rest] = definition.split("\n");
  const name = HEAD.exec(first)?.[1];
  const columns: SchemaColumn[] = [];
  const foreignKeys: SchemaKey[] = [];
  let primaryKey: readonly string[] = [];
  for (const line of rest.slice(0, -1).map((each) => each.trim().replace(/,$/u, ""))) {
    const primary = PRIMARY.exec(line);
    const foreign = FOREIGN.exec(line);
    const column = COLUMN.exec(line);
    if (primary?.[1] !== undefined) primaryKey = namesIn(primary[1]);
    else if (foreign !== null) {
      const [, own = "", to = "", referenced = ""] = foreign;
      foreignKeys.push({ columns: namesIn(own), table: unquoted(to), referenced: namesIn(referenced) });
    } else if (column !== null) {
      const [, quoted = "", type = "", isKey, notNull, unique] = column;
      if (isKey !== undefined) primaryKey = [unquoted(quoted)];
      columns.push({
        name: unquoted(quoted),
        type: type.trim(),
        notNull: notNull !== undefined,
        unique: unique !== undefined,
      });
    } else throw unreadable(table);
  }
  if (name === undefined || columns.length === 0) throw unreadable(table);
  return { name: unquoted(name), columns, primaryKey, foreignKeys };
}

const namesIn = (list: string): readonly string[] => (list.match(NAMES) ?? []).map(unquoted);

function unquoted(name: string): string {
  const quote = name.charAt(0);
  if (quote === "[") return name.slice(1, -1);
  if (quote !== '"' && quote !== "`") return name;
  return name.slice(1, -1).replaceAll(quote + quote, quote);
}

function unreadable(table: string): FuxiError {
  return new FuxiError("target-not-supported", `The declaration of the table ${table} cannot be read.`, {
    hint: "Hide it with --deny.",
  });
}
