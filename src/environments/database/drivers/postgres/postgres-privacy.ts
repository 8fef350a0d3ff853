import type { CatalogEntry, PrivacyFacts } from "../../sql/privacy-facts.ts";
import { postgresFunctions } from "./postgres-functions.ts";
import type { PostgresParser } from "./postgres-parser.ts";
import { isRefusedFunction } from "./postgres-refused-functions.ts";
import { postgresStatementNames } from "./postgres-statement-names.ts";

/** Views, computed columns and functions with their definitions; what belongs to the system or an extension is left out. */
const CATALOG = `
SELECT CASE WHEN c.relkind IN ('v', 'm') THEN 'view' ELSE 'table' END, n.nspname, c.relname, pg_table_is_visible(c.oid), NULL::text,
  CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid) END
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
UNION ALL
SELECT 'column', n.nspname, c.relname, pg_table_is_visible(c.oid), a.attname, pg_get_expr(d.adbin, d.adrelid)
FROM pg_attribute a JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE a.attgenerated <> '' AND NOT a.attisdropped
UNION ALL
SELECT 'function', n.nspname, p.proname, true, NULL, CASE WHEN p.prokind IN ('f', 'p', 'w') THEN pg_get_functiondef(p.oid) END
FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
WHERE n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'`;

/** Of the functions that queries use, those that read the catalog or the server's settings. */
const NOT_HARMLESS = new Set(
  "col_description obj_description pg_get_viewdef current_setting format_type current_schemas".split(" "),
);

/** What the grammar itself makes calls of: `LIKE … ESCAPE`, SIMILAR TO, AT TIME ZONE, IS NORMALIZED, … */
const OF_THE_GRAMMAR = new Set(
  "like_escape similar_to_escape timezone is_normalized xmlexists pg_collation_for".split(" "),
);

const BUILT_IN_TYPES = new Set(
  `bit bool boolean box bpchar bytea char character cidr circle date datemultirange daterange decimal double float float4 float8 inet int
  int2 int2vector int4 int4multirange int4range int8 int8multirange int8range integer interval json jsonb jsonpath line lseg macaddr
  macaddr8 money name numeric nummultirange numrange oid path point polygon real record smallint bigint text time timestamp timestamptz
  timetz tsmultirange tsquery tsrange tstzmultirange tstzrange tsvector unknown uuid varbit varchar xml`.split(
    /\s+/u,
  ),
);

export function postgresPrivacy(parser: PostgresParser): PrivacyFacts {
  return {
    catalogSql: CATALOG,
    catalogEntries: (rows) =>
      rows.map(
        ([kind, schema, name, visible, column, definition]): CatalogEntry => ({
          kind: kind as CatalogEntry["kind"],
          schema: String(schema),
          name: String(name),
          visible: visible === true,
          ...(column === null || column === undefined ? {} : { column: String(column) }),
          ...(definition === null || definition === undefined ? {} : { definition: String(definition) }),
        }),
      ),
    namesIn: (sql) => postgresStatementNames(parser, sql),
    isSameName: (written, name) => written === name,
    isHarmlessFunction: (name) =>
      OF_THE_GRAMMAR.has(name) ||
      (postgresFunctions.has(name) && !NOT_HARMLESS.has(name) && !isRefusedFunction(name)),
    isCatalogFunction: (name) =>
      NOT_HARMLESS.has(name) ||
      isRefusedFunction(name) ||
      /^(?:pg_|has_|to_reg|reg|row_security|shobj_|obj_|currval|lastval|inet_)/u.test(name),
    isCatalogTable: (name) => name === "information_schema" || /^pg_(?!catalog$|typeof$|sleep$)/u.test(name),
    isBuiltInType: (name) => BUILT_IN_TYPES.has(name),
    inlineHint: "NOT MATERIALIZED ",
    unknownTable: (name) => `relation "${name}" does not exist`,
    unknownFunction: (name) => `function ${name} does not exist, or cannot be used here`,
    unknownType: (name) => `type "${name}" does not exist`,
  };
}
