import type { CatalogEntry, PrivacyFacts } from "../../sql/privacy-facts.ts";
import { postgresFunctions } from "./postgres-functions.ts";
import type { PostgresParser } from "./postgres-parser.ts";
import { isRefusedFunction } from "./postgres-refused-functions.ts";
import { postgresStatementNames } from "./postgres-statement-names.ts";

/**
 * Views, computed columns and functions with their definitions, and operators that are neither the system's nor an extension's, which are called
 * like functions; what belongs to the system is left out. A view's text is followed by the names of
 * the columns, functions and operators' functions that the engine itself has it depend on: the text need not name them (`FROM users u(a, b)`).
 */
const CATALOG = `
SELECT CASE WHEN c.relkind IN ('v', 'm') THEN 'view' ELSE 'table' END, n.nspname, c.relname, pg_table_is_visible(c.oid), NULL::text,
  CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid) || coalesce((
    SELECT string_agg(' ' || quote_ident(coalesce(a.attname, p.proname)), '' ORDER BY d.refobjid, d.refobjsubid)
    FROM pg_rewrite r JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid
      LEFT JOIN pg_attribute a ON d.refclassid = 'pg_class'::regclass AND d.refobjsubid > 0
        AND a.attrelid = d.refobjid AND a.attnum = d.refobjsubid AND d.refobjid <> c.oid
      LEFT JOIN pg_operator o ON d.refclassid = 'pg_operator'::regclass AND o.oid = d.refobjid
      LEFT JOIN pg_proc p ON p.oid = CASE WHEN d.refclassid = 'pg_proc'::regclass THEN d.refobjid ELSE o.oprcode END
    WHERE r.ev_class = c.oid), '') END,
  false
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
UNION ALL
SELECT 'column', n.nspname, c.relname, pg_table_is_visible(c.oid), a.attname, pg_get_expr(d.adbin, d.adrelid), false
FROM pg_attribute a JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE a.attgenerated <> '' AND NOT a.attisdropped
UNION ALL
SELECT 'function', n.nspname, p.proname, true, NULL, CASE WHEN p.prokind IN ('f', 'p', 'w') THEN pg_get_functiondef(p.oid) END,
  l.lanname NOT IN ('sql', 'plpgsql', 'internal') AND NOT EXISTS (
    SELECT FROM pg_depend e WHERE e.classid = 'pg_proc'::regclass AND e.objid = p.oid AND e.deptype = 'e')
FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace JOIN pg_language l ON l.oid = p.prolang
WHERE n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
UNION ALL
SELECT 'function', n.nspname, o.oprname, true, NULL, NULL, false
FROM pg_operator o JOIN pg_namespace n ON n.oid = o.oprnamespace
WHERE n.nspname <> 'information_schema' AND n.nspname !~ '^pg_' AND NOT EXISTS (
  SELECT FROM pg_depend e WHERE e.classid = 'pg_operator'::regclass AND e.objid = o.oid AND e.deptype = 'e')`;

/** What runs a text as a statement, and names that are written in codes: neither says what it reads. */
const WRITTEN_ELSEWHERE = /\bEXECUTE\b|\bU&["']/iu;
const CALLED = /"?([\w$]+)"?\s*\(/gu;
const FUNCTION = /^CREATE (?:OR REPLACE )?(?:FUNCTION|PROCEDURE)/u;

function saysWhatItReads(definition: string): boolean {
  const body = FUNCTION.test(definition) ? definition : "";
  return (
    !WRITTEN_ELSEWHERE.test(body) &&
    ![...definition.matchAll(CALLED)].some(([, name = ""]) => isRefusedFunction(name))
  );
}

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
        ([kind, schema, name, visible, column, definition, unreadable]): CatalogEntry => ({
          kind: kind as CatalogEntry["kind"],
          schema: String(schema),
          name: String(name),
          visible: visible === true,
          ...(column === null || column === undefined ? {} : { column: String(column) }),
          ...(definition === null || definition === undefined ? {} : { definition: String(definition) }),
          ...(unreadable === true || !saysWhatItReads(String(definition ?? ""))
            ? { mayReadAnything: true }
            : {}),
        }),
      ),
    // A function's text is not taken apart: `SELECT u FROM users u` takes every column.
    takesUnnamedColumns: (definition) => FUNCTION.test(definition),
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
