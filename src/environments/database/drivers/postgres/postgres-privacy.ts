import type {
  CatalogEntry,
  NamedFunction,
  PrivacyFacts,
  StatementNames,
} from "../../privacy/privacy-facts.ts";
import { FoundNames, type TreeNode } from "../../privacy/walk-names.ts";
import { tokenize } from "../../sql/tokenize.ts";
import { POSTGRES_LEXICAL } from "../dialect-parts.ts";
import type { PostgresParser } from "./postgres-dialect.ts";
import { isRefusedFunction, postgresFunctions } from "./postgres-functions.ts";

/**
 * The names of what an object depends on, as the server itself has it: functions, those of operators, and types. The type of a table's rows is
 * called by that of its arrays, as it has the table's own name.
 */
const DEPENDENCY_WITH = `
dependency (class, object, names) AS (
  SELECT d.classid, d.objid, string_agg(' ' || quote_ident(coalesce(f.proname, a.typname, t.typname)), '' ORDER BY d.refobjid)
  FROM pg_depend d LEFT JOIN pg_operator o ON d.refclassid = 'pg_operator'::regclass AND o.oid = d.refobjid
    LEFT JOIN pg_type t ON d.refclassid = 'pg_type'::regclass AND t.oid = d.refobjid
    LEFT JOIN pg_class k ON k.oid = t.typrelid AND k.relkind <> 'c' LEFT JOIN pg_type a ON a.oid = t.typarray AND k.oid IS NOT NULL
    LEFT JOIN pg_proc f ON f.oid = CASE WHEN d.refclassid = 'pg_proc'::regclass THEN d.refobjid ELSE o.oprcode END
  WHERE d.classid IN ('pg_rewrite'::regclass, 'pg_attrdef'::regclass, 'pg_proc'::regclass)
    AND d.refclassid IN ('pg_operator'::regclass, 'pg_type'::regclass, 'pg_proc'::regclass)
  GROUP BY d.classid, d.objid)`;

/**
 * Views, computed columns and functions with their definitions, and operators that are neither the system's nor an extension's, which are called
 * like functions; what belongs to the system is left out. A function's text is followed by the names of what the server itself has it depend on: the
 * text need not name them (a cast's function), and an aggregate has none. For views and columns the last field has these names, which are all that
 * they call; a view's text is followed by those of columns (`FROM users u(a, b)`). Of a function in C nothing is taken but its name: its symbol in the
 * library (`pg_digest`) is that of no table. `extension` is a function of an extension.
 */
const CATALOG = `
WITH ${DEPENDENCY_WITH}
SELECT CASE WHEN c.relkind IN ('v', 'm') THEN 'view' ELSE 'table' END, n.nspname, c.relname, pg_table_is_visible(c.oid), NULL::text,
  CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid) || coalesce((
    SELECT string_agg(' ' || quote_ident(a.attname), '' ORDER BY d.refobjid, d.refobjsubid)
    FROM pg_rewrite r JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid
      JOIN pg_attribute a ON d.refclassid = 'pg_class'::regclass AND d.refobjsubid > 0
        AND a.attrelid = d.refobjid AND a.attnum = d.refobjsubid AND d.refobjid <> c.oid
    WHERE r.ev_class = c.oid), '') END, false, coalesce(y.names, '')
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace LEFT JOIN pg_rewrite s ON s.ev_class = c.oid AND s.ev_type = '1'
  LEFT JOIN dependency y ON y.class = 'pg_rewrite'::regclass AND y.object = s.oid
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
UNION ALL
SELECT 'column', n.nspname, c.relname, pg_table_is_visible(c.oid), a.attname,
  pg_get_expr(x.adbin, x.adrelid), false, coalesce(y.names, '')
FROM pg_attribute a JOIN pg_attrdef x ON x.adrelid = a.attrelid AND x.adnum = a.attnum LEFT JOIN dependency y ON y.class = 'pg_attrdef'::regclass AND y.object = x.oid
  JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE a.attgenerated <> '' AND NOT a.attisdropped
UNION ALL
SELECT CASE WHEN x.objid IS NULL THEN 'function' ELSE 'extension' END, n.nspname, p.proname, true, NULL,
  CASE WHEN l.lanname = 'c' THEN 'CREATE FUNCTION ' || quote_ident(p.proname) || '()'
    WHEN p.prokind IN ('f', 'p', 'w') THEN pg_get_functiondef(p.oid) ELSE '' END
    || CASE WHEN l.lanname = 'internal' THEN ' ' || p.prosrc || '()' ELSE '' END || coalesce(y.names, ''),
  l.lanname NOT IN ('sql', 'plpgsql', 'internal') AND x.objid IS NULL, NULL
FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace JOIN pg_language l ON l.oid = p.prolang
  LEFT JOIN pg_depend x ON x.classid = 'pg_proc'::regclass AND x.objid = p.oid AND x.deptype = 'e'
  LEFT JOIN dependency y ON y.class = 'pg_proc'::regclass AND y.object = p.oid
WHERE n.nspname <> 'information_schema' AND (n.nspname !~ '^pg_' OR p.oid >= 16384)
UNION ALL
SELECT 'function', n.nspname, o.oprname, true, NULL, quote_ident(p.proname), false, NULL
FROM pg_operator o JOIN pg_namespace n ON n.oid = o.oprnamespace LEFT JOIN pg_proc p ON p.oid = o.oprcode
WHERE n.nspname <> 'information_schema' AND (n.nspname !~ '^pg_' OR o.oid >= 16384) AND NOT EXISTS (
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
        ([kind, schema, name, visible, column, definition, unreadable, calls]): CatalogEntry => ({
          kind: kind === "extension" ? "function" : (kind as CatalogEntry["kind"]),
          ...(kind === "extension" ? { ofExtension: true } : {}),
          schema: String(schema),
          name: String(name),
          visible: visible === true,
          ...(column === null || column === undefined ? {} : { column: String(column) }),
          ...(definition === null || definition === undefined ? {} : { definition: String(definition) }),
          ...(unreadable === true || !saysWhatItReads(String(definition ?? ""))
            ? { mayReadAnything: true }
            : {}),
          ...(calls === null || calls === undefined ? {} : { calls: String(calls) }),
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
    // Whoever writes a function safely ends its search path with pg_temp.
    isCatalogTable: (name) =>
      name === "information_schema" || /^pg_(?!catalog$|temp$|typeof$|sleep$)/u.test(name),
    isBuiltInType: (name) => BUILT_IN_TYPES.has(name),
    inlineHint: "NOT MATERIALIZED ",
    unknownTable: (name) => `relation "${name}" does not exist`,
    unknownFunction: (name) => `function ${name} does not exist, or cannot be used here`,
    unknownType: (name) => `type "${name}" does not exist`,
  };
}

interface RangeVar {
  readonly catalogname?: string;
  readonly schemaname?: string;
  readonly relname: string;
  readonly alias?: unknown;
  readonly location?: number;
}
interface CommonTables {
  readonly ctes?: readonly { readonly CommonTableExpr: TreeNode }[];
  readonly recursive?: boolean;
}

/** What a query of PostgreSQL names; undefined for what its grammar does not take. */
function postgresStatementNames(parser: PostgresParser, sql: string): StatementNames | undefined {
  let statement: TreeNode | undefined;
  try {
    const tree = parser.parseSync(sql) as { readonly stmts?: readonly { readonly stmt: TreeNode }[] };
    statement = tree.stmts?.length === 1 ? tree.stmts[0]?.stmt : undefined;
  } catch {
    return undefined;
  }
  if (statement === undefined) return undefined;
  const found = new FoundNames();
  const { functions } = found;
  const places = placesIn(sql);
  const named = (names: unknown, location?: unknown): NamedFunction | undefined => {
    const parts = stringsOf(names);
    const name = parts.at(-1);
    if (name === undefined) return undefined;
    const schema = parts.slice(0, -1).join(".");
    return {
      name,
      form: "call",
      ...(schema === "" ? {} : { schema }),
      ...(typeof location === "number" ? { offset: places(location, 1).start } : {}),
    };
  };
  const addOperator = (names: unknown): void => {
    const [first, ...others] = stringsOf(names);
    if (first === undefined || (first === "pg_catalog" && others.length === 1)) return;
    // `a OPERATOR(schema.+) b` calls what somebody has put into that schema, and so may `a + b`.
    if (others.length > 0) functions.push({ name: [first, ...others].join("."), form: "call" });
    else functions.push({ name: first, form: "operator" });
  };
  const addAttributes = (names: readonly string[]): void => {
    functions.push(...names.map((name): NamedFunction => ({ name, form: "attribute" })));
  };
  found.walk(statement, {
    fold: (name) => name,
    withClause({ withClause, ...rest }) {
      if (withClause === undefined) return undefined;
      const { ctes = [], recursive = false } = withClause as CommonTables;
      const tables = ctes.map(({ CommonTableExpr: body }) => ({ name: String(body["ctename"]), body }));
      return { tables, knowEachOther: recursive, rest };
    },
    note(node, { scope }) {
      for (const [key, value] of Object.entries(node)) {
        const child = value as TreeNode;
        if (key === "RangeVar") {
          const { catalogname, schemaname, relname, alias, location = 0 } = value as RangeVar;
          const parts = [catalogname, schemaname, relname].filter((part) => part !== undefined);
          if (parts.length === 1 && scope.has(relname)) continue;
          const schema = parts.length === 1 ? {} : { schema: parts.slice(0, -1).join(".") };
          const place = places(location, parts.length);
          found.relations.push({ ...schema, name: relname, hasAlias: alias !== undefined, ...place });
        } else if (key === "FuncCall")
          functions.push(...[named(child["funcname"], child["location"]) ?? []].flat());
        else if (key === "TypeName" || key === "typeName")
          found.types.push(...[named(child["names"]) ?? []].flat());
        else if (key === "ColumnRef") addAttributes(stringsOf(child["fields"]).slice(1));
        else if (key === "A_Indirection") addAttributes(stringsOf(child["indirection"]));
        else if (key === "A_Expr" && String(child["kind"]).includes("BETWEEN"))
          for (const name of ["<", "<=", ">", ">="]) functions.push({ name, form: "operator" });
        else if (key === "A_Expr") addOperator(child["name"]);
        else if (key === "operName" || key === "useOp") addOperator(child);
        else if (comparesUnwritten(key, child)) functions.push({ name: "=", form: "operator" });
      }
      return false;
    },
  });
  return found;
}

/** `IN (SELECT …)`, `CASE x WHEN y`, USING and NATURAL call the operator `=` that suits the types, whoever made it. */
function comparesUnwritten(key: string, node: TreeNode): boolean {
  if (key === "SubLink") return node["subLinkType"] === "ANY_SUBLINK" && node["operName"] === undefined;
  if (key === "CaseExpr") return node["arg"] !== undefined;
  return key === "JoinExpr" && (node["isNatural"] === true || node["usingClause"] !== undefined);
}

function stringsOf(names: unknown): readonly string[] {
  return (Array.isArray(names) ? names : []).flatMap((part) => {
    const text = (part as { readonly String?: { readonly sval?: string } }).String?.sval;
    return text === undefined ? [] : [text];
  });
}

/** The parser counts bytes. A name of so many parts is as many tokens with points between them. */
function placesIn(sql: string): (location: number, parts: number) => { start: number; end: number } {
  const bytes = Buffer.from(sql);
  const isPlain = bytes.length === sql.length;
  const { tokens } = tokenize(sql, POSTGRES_LEXICAL);
  return (location, parts) => {
    const start = isPlain ? location : bytes.subarray(0, location).toString().length;
    const at = tokens.findIndex((token) => token.start === start);
    return { start, end: tokens[at + 2 * parts - 2]?.end ?? start };
  };
}
