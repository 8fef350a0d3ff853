import type {
  CatalogEntry,
  NamedFunction,
  PrivacyFacts,
  StatementNames,
} from "../../privacy/privacy-facts.ts";
import { FoundNames, type TreeNode } from "../../privacy/walk-names.ts";
import { type FunctionKind, functionsOf } from "../../sql/sql-dialect.ts";
import { bytePlaces, POSTGRES_LEXICAL } from "../dialect-parts.ts";
import type { PostgresParser } from "./postgres-dialect.ts";

/** PostgreSQL 15's own functions that queries use, special forms included; unknown names are left to the server. */
const NAMES: Readonly<Record<FunctionKind, string>> = {
  scalar: `abs acos acosd acosh age array_dims array_fill array_length array_lower array_ndims array_position array_positions
    array_prepend array_append array_cat array_remove array_replace array_to_json array_to_string array_upper ascii asin
    asind asinh atan atan2 atan2d atand atanh bit_count bit_length btrim cardinality cast cbrt ceil ceiling
    char_length character_length chr clock_timestamp coalesce col_description concat concat_ws convert convert_from
    convert_to cos cosd cosh cot cotd current_catalog current_database current_date current_role current_schema
    current_schemas current_setting current_time current_timestamp current_user date date_bin date_part date_trunc decode
    degrees div encode enum_first enum_last enum_range exp extract factorial float4 float8 floor format format_type gcd
    gen_random_uuid get_bit get_byte greatest host initcap int2 int4 int8 is_normalized isempty isfinite
    json_array_length json_build_array json_build_object json_extract_path json_extract_path_text json_object
    json_strip_nulls json_typeof jsonb_array_length jsonb_build_array jsonb_build_object jsonb_extract_path
    jsonb_extract_path_text jsonb_insert jsonb_object jsonb_path_exists jsonb_path_match jsonb_path_query_array
    jsonb_path_query_first jsonb_pretty jsonb_set jsonb_strip_nulls jsonb_typeof justify_days justify_hours
    justify_interval lcm least left length ln localtime localtimestamp log log10 lower lower_inc lower_inf lpad ltrim
    make_date make_interval make_time make_timestamp make_timestamptz md5 min_scale mod normalize now nullif num_nonnulls
    num_nulls numeric obj_description octet_length overlay parse_ident pg_get_viewdef pg_sleep pg_typeof
    phraseto_tsquery pi plainto_tsquery position pow power quote_ident quote_literal quote_nullable radians random
    regexp_count regexp_instr regexp_like regexp_match regexp_replace regexp_split_to_array regexp_substr repeat replace
    reverse right round row row_to_json rpad rtrim scale session_user setweight sha224 sha256 sha384 sha512 sign sin sind
    sinh split_part sqrt starts_with statement_timestamp string_to_array strpos substr substring tan tand tanh text
    timeofday timezone to_ascii to_char to_date to_hex to_json to_jsonb to_number to_timestamp to_tsquery to_tsvector
    transaction_timestamp translate treat trim trim_array trim_scale trunc ts_headline ts_rank ts_rank_cd unistr upper
    upper_inc upper_inf user version websearch_to_tsquery width_bucket xmlelement xmlforest xpath`,
  aggregate: `array_agg avg bit_and bit_or bit_xor bool_and bool_or corr count covar_pop covar_samp every json_agg
    json_object_agg jsonb_agg jsonb_object_agg max min mode percentile_cont percentile_disc range_agg
    range_intersect_agg regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy
    stddev stddev_pop stddev_samp string_agg sum var_pop var_samp variance xmlagg grouping any_value`,
  window: "cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank row_number",
  table: `generate_series generate_subscripts json_array_elements json_array_elements_text json_each json_each_text
    json_object_keys json_populate_record json_populate_recordset json_to_record json_to_recordset jsonb_array_elements
    jsonb_array_elements_text jsonb_each jsonb_each_text jsonb_object_keys jsonb_path_query jsonb_populate_record
    jsonb_populate_recordset jsonb_to_record jsonb_to_recordset regexp_matches regexp_split_to_table string_to_table
    unnest xmltable`,
};

export const postgresFunctions: ReadonlyMap<string, FunctionKind> = functionsOf(NAMES);

/**
 * Functions that act even in a read-only transaction: they reach files, other servers, other sessions, locks that outlive the transaction or the
 * session's settings, or run a text or a name as SQL (unseen by any check of the statement). The engine itself refuses all other writes.
 */
export const REFUSED = new Set(
  `set_config nextval setval currtid2 pg_notify pg_nextoid
  loread lowrite
  ts_stat ts_rewrite pg_stat_get_activity pg_stat_get_backend_activity
  crosstab crosstabn crosstab2 crosstab3 crosstab4 connectby xpath_table xslt_process
  pg_cancel_backend pg_terminate_backend pg_reload_conf pg_promote pg_prewarm pg_buffercache_evict
  pg_stat_file pg_current_logfile pg_show_all_file_settings pg_hba_file_rules pg_ident_file_mappings
  pg_export_snapshot pg_extension_config_dump pg_import_system_collations pg_log_backend_memory_contexts
  pg_log_standby_snapshot pg_stop_making_pinned_objects pg_stat_force_next_flush
  brin_summarize_new_values brin_summarize_range brin_desummarize_range gin_clean_pending_list
  pg_sync_replication_slots pg_restore_relation_stats pg_restore_attribute_stats pg_clear_relation_stats
  pg_clear_attribute_stats execute_immediate exec_sql execute_sql
  http http_get http_post http_put http_patch http_delete http_head http_set_curlopt`.split(/\s+/u),
);

export const REFUSED_FAMILIES =
  /^(?:(?:query|table|schema|database|cursor)_to_xml|lo_|dblink|pg_read_|pg_ls_|pg_file_|pg_advisory_|pg_try_advisory_|pg_logical_|pg_replication_|pg_create_|pg_drop_|pg_copy_|pg_backup_|pg_start_backup|pg_stop_backup|pg_switch_|pg_rotate_|pg_wal_replay_|pg_stat_reset|pg_stat_statements_reset|pg_truncate_|pg_repack|binary_upgrade_|amcheck|bt_index_|postgres_fdw_disconnect)/u;

export function isRefusedFunction(name: string): boolean {
  const folded = name.toLowerCase();
  return REFUSED.has(folded) || REFUSED_FAMILIES.test(folded);
}

/** Views that show the server's own files, its passwords or other sessions' statements. */
export const REFUSED_RELATIONS = new Set(
  `pg_authid pg_file_settings pg_hba_file_rules pg_ident_file_mappings pg_shadow pg_stat_activity
  pg_stat_statements`.split(/\s+/u),
);

export function isRefusedRelation(name: string): boolean {
  return REFUSED_RELATIONS.has(name);
}

/**
 * Names of an object's dependencies, by the server's own records: functions, operators' functions, and types. A table's row type goes by the name of
 * its array type, as it shares the table's own name.
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
 * Views, computed columns and functions with their definitions, and operators, called like functions, that are neither the system's nor an
 * extension's; the system's objects are omitted. A function's text is followed by the names of its recorded dependencies: the text need not name them
 * (a cast's function), and an aggregate has none. For views and columns the last field has these names, which are all that they call; a view's text
 * is followed by its column names (`FROM users u(a, b)`). For a C function only the name is read: its symbol in the library (`pg_digest`) names no
 * table. `extension` marks a function of an extension.
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

/** Bodies that run text as a statement, or write names in codes: neither shows what it reads. */
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

/** Among the functions that queries use, those that read the catalog or the server's settings. */
const NOT_HARMLESS = new Set(
  "col_description obj_description pg_get_viewdef current_setting format_type current_schemas".split(" "),
);

/** Calls that the grammar itself inserts: `LIKE … ESCAPE`, SIMILAR TO, AT TIME ZONE, IS NORMALIZED, … */
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
    // A function's text is not parsed: `SELECT u FROM users u` takes every column.
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
    // Safely written functions end their search path with pg_temp.
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

/** The names in a PostgreSQL query; undefined for a text that its grammar rejects. */
export function postgresStatementNames(parser: PostgresParser, sql: string): StatementNames | undefined {
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
  const places = bytePlaces(sql, POSTGRES_LEXICAL);
  const named = (names: unknown, location?: unknown): NamedFunction | undefined => {
    const parts = stringsOf(names);
    const name = parts.at(-1);
    if (name === undefined) return undefined;
    const schema = parts.slice(0, -1).join(".");
    return {
      name,
      form: "call",
      ...(schema === "" ? {} : { schema }),
      ...(typeof location === "number" ? { offset: places.offset(location) } : {}),
    };
  };
  const addOperator = (names: unknown): void => {
    const [first, ...others] = stringsOf(names);
    if (first === undefined || (first === "pg_catalog" && others.length === 1)) return;
    // `a OPERATOR(schema.+) b` calls a user-made operator of that schema, and so may `a + b`.
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
          const start = places.offset(location);
          const end = places.nameParts(location, parts.length).at(-1)?.end ?? start;
          found.relations.push({ ...schema, name: relname, hasAlias: alias !== undefined, start, end });
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

/** `IN (SELECT …)`, `CASE x WHEN y`, USING and NATURAL call the operator `=` for these types, whoever made it. */
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
