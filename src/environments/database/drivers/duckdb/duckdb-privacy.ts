import { SqlEngineError } from "../../driver/sql-engine-error.ts";
import type { CatalogEntry, PrivacyFacts, StatementNames } from "../../privacy/privacy-facts.ts";
import { FoundNames, type TreeNode } from "../../privacy/walk-names.ts";
import { foldAscii } from "../../sql/fold-ascii.ts";
import type { Span } from "../../sql/query-tree.ts";
import type { Token } from "../../sql/token.ts";
import { tokenize } from "../../sql/tokenize.ts";
import { bytePlaces } from "../dialect-parts.ts";
import { duckdbSyntaxError } from "./duckdb-failure.ts";
import { duckdbLexical } from "./duckdb-statement-info.ts";

/** The engine's error in place of a tree. */
interface Complaint {
  readonly error_type?: string;
  readonly error_message?: string;
  readonly position?: string;
}

/** All known nodes by which a table can be read; statements with other kinds are refused. */
const TABLE_REFERENCES = new Set(
  "BASE_TABLE JOIN SUBQUERY TABLE_FUNCTION EMPTY EXPRESSION_LIST PIVOT SHOW_REF".split(" "),
);
const QUERY_NODES = new Set(["SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE"]);
const EXPRESSIONS = new Set(
  `COLUMN_REF CONSTANT FUNCTION STAR CAST OPERATOR COMPARISON CONJUNCTION CASE BETWEEN SUBQUERY LAMBDA WINDOW COLLATE
  PARAMETER POSITIONAL_REFERENCE DEFAULT`.split(/\s+/u),
);
/** Nodes that only hold expressions, and name nothing. */
const PARTS =
  /^(?:ORDER_DEFAULT|ASCENDING|DESCENDING|(?:ORDER|DISTINCT|LIMIT|LIMIT_PERCENT)_MODIFIER|[A-Z]+_TYPE_INFO)$/u;

const ONLY_SELECT =
  "Of DuckDB's statements, only SELECT, FROM, VALUES and PIVOT … IN (listed values) can be run while parts of the database are kept back";
const NOT_READ = "The statement has a part that cannot be read while parts of the database are kept back";
const ODD_BLANKS =
  "The statement has blanks that are no plain spaces; write spaces while parts of the database are kept back";
const NO_SHOW = "SHOW cannot be run while parts of the database are kept back";

/**
 * The names in a query, by the engine's own parse tree (`json_serialize_sql`). A tree with an unknown kind of node is refused: it could name a table
 * in an unforeseen way.
 * @throws SqlEngineError `syntax`; `not-read-only` for refusals
 */
function duckdbStatementNames(sql: string, tree: unknown): StatementNames | undefined {
  const { error, statements, ...complaint } = (tree ?? {}) as Complaint & {
    readonly error?: boolean;
    readonly statements?: readonly { readonly node?: TreeNode }[];
  };
  if (error === true) throw complained(complaint, sql);
  const node = statements?.length === 1 ? statements[0]?.node : undefined;
  if (node === undefined) return undefined;
  return namesOf(sql, node);
}

function namesOf(sql: string, root: TreeNode): StatementNames {
  const places = placesIn(sql);
  // The engine turns these blanks into spaces before it counts offsets.
  if (places.hasOddBlanks) throw refusal(ODD_BLANKS);
  const found = new FoundNames();
  // The database's own functions are refused by name, in any schema.
  const addCall = (node: TreeNode, form: "call" | "table"): void => {
    if (node["class"] !== "FUNCTION" && node["class"] !== "WINDOW") throw refusal(NOT_READ);
    const at = places.offset(node["query_location"]);
    const place = at === undefined ? {} : { offset: at };
    found.functions.push({ name: text(node["function_name"]), form, ...place });
  };
  found.walk(root, {
    fold: foldAscii,
    withClause({ cte_map: map, ...rest }) {
      const entries = (map as { readonly map?: readonly { readonly key: string; readonly value: unknown }[] })
        ?.map;
      if (entries === undefined) return undefined;
      const tables = entries.map(({ key, value }) => ({ name: key, body: value }));
      return { tables, knowEachOther: false, rest };
    },
    note(node, { scope, visit }) {
      if (!isKnown(node)) throw refusal(NOT_READ);
      switch (node["class"] ?? node["type"]) {
        case "CONSTANT":
        case "COLUMN_REF":
          return true;
        case "BASE_TABLE": {
          const parts = ["catalog_name", "schema_name", "table_name"]
            .map((part) => text(node[part]))
            .filter(Boolean);
          const name = text(node["table_name"]);
          if (parts.length === 1 && scope.has(foldAscii(name))) return false;
          const place = places.spanOf(node["query_location"], parts);
          if (place === undefined) throw refusal(NOT_READ);
          const schema = parts.length === 1 ? {} : { schema: parts.slice(0, -1).join(".") };
          found.relations.push({ ...schema, name, hasAlias: text(node["alias"]) !== "", ...place });
          return false;
        }
        case "TABLE_FUNCTION": {
          const call = node["function"] as TreeNode;
          addCall(call, "table");
          visit(call["children"], scope);
          return true;
        }
        case "FUNCTION":
        case "WINDOW":
          addCall(node, "call");
          return false;
        case "SHOW_REF":
          if (typeof node["query"] !== "object" || node["query"] === null || text(node["table_name"]) !== "")
            throw refusal(NO_SHOW);
          return false;
        case "PIVOT":
          for (const { pivot_enum: name } of (node["pivots"] ?? []) as readonly TreeNode[])
            if (text(name) !== "") found.types.push({ name: text(name) });
          return false;
        case "UNBOUND_TYPE_INFO": {
          const schema = text(node["schema"]);
          found.types.push({ name: text(node["name"]), ...(schema === "" ? {} : { schema }) });
          return false;
        }
        case "RECURSIVE_CTE_NODE": {
          const { right, ...rest } = node;
          visit(Object.values(rest), scope);
          // Only the recursive part sees the earlier rows under the CTE's name.
          visit(right, new Set([...scope, foldAscii(text(node["cte_name"]))]));
          return true;
        }
        default:
          return false;
      }
    },
  });
  return found;
}

function complained(
  { error_type: type, error_message: message, position }: Complaint,
  sql: string,
): SqlEngineError {
  if (type !== "parser" || message === undefined) return refusal(ONLY_SELECT);
  return duckdbSyntaxError(message, position, sql);
}

function refusal(engineMessage: string): SqlEngineError {
  return new SqlEngineError({ kind: "not-read-only", engineMessage });
}

function isKnown({ class: expression, type }: TreeNode): boolean {
  if (expression !== undefined) return EXPRESSIONS.has(String(expression));
  return typeof type !== "string" || TABLE_REFERENCES.has(type) || QUERY_NODES.has(type) || PARTS.test(type);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

const BLANKS = /[\u0085\u00a0\u1680\u180e\u2000-\u200f\u2028\u2029\u202f\u205f\u3000\ufeff]/u;

/** Offsets and names at the engine's positions. An offset past the end, or a name that is not the tree's, is undefined. */
function placesIn(sql: string) {
  const { tokens, offset, nameParts } = bytePlaces(sql, duckdbLexical);
  const offsetOf = (location: unknown): number | undefined =>
    typeof location === "number" && location < Buffer.byteLength(sql) ? offset(location) : undefined;
  const spanOf = (location: unknown, names: readonly string[]): Span | undefined => {
    const start = offsetOf(location);
    const written = start === undefined ? [] : nameParts(location as number, names.length);
    const isNamed = names.every((name, at) => foldAscii(written[at]?.value ?? "") === foldAscii(name));
    const end = written.at(-1)?.end;
    return start === undefined || end === undefined || !isNamed ? undefined : { start, end };
  };
  const literals = tokens.filter(({ kind }) => kind === "string" || kind === "identifier");
  const plain = literals.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), sql);
  return { offset: offsetOf, spanOf, hasOddBlanks: BLANKS.test(plain) };
}

/**
 * The engine's scalar, aggregate and window functions (1.5) that read nothing but their arguments. The list omits functions that read or change the
 * catalog, settings, session, storage or other queries, and functions that take a table's name. Functions of later versions are refused until they
 * are listed here.
 */
const FUNCTIONS = new Set(
  `
    abs acos acosh add age ago alias any_value apply approx_count_distinct approx_quantile approx_top_k
    arbitrary arg_max arg_max_null arg_max_nulls_last arg_min arg_min_null arg_min_nulls_last argmax
    argmin array_agg array_aggr array_aggregate array_append array_apply array_cat array_concat
    array_contains array_cosine_distance array_cosine_similarity array_cross_product array_distance
    array_distinct array_dot_product array_extract array_filter array_grade_up array_has array_has_all
    array_has_any array_indexof array_inner_product array_intersect array_length
    array_negative_dot_product array_negative_inner_product array_pop_back array_pop_front array_position
    array_prepend array_push_back array_push_front array_reduce array_resize array_reverse
    array_reverse_sort array_select array_slice array_sort array_to_json array_to_string
    array_to_string_comma_default array_transform array_unique array_value array_where array_zip ascii
    asin asinh atan atan2 atanh avg bar base64 bin bit_and bit_count bit_length bit_or bit_position
    bit_xor bitstring bitstring_agg bool_and bool_or can_cast_implicitly cardinality cbrt ceil ceiling
    century char_length character_length chr coalesce concat concat_ws constant_or_null contains corr cos
    cosh cot count count_if count_star countif covar_pop covar_samp cume_dist current_date
    current_localtime current_localtimestamp damerau_levenshtein date_add date_diff date_part date_sub
    date_trunc datediff datepart datesub datetrunc day dayname dayofmonth dayofweek dayofyear
    days_in_month decade decode degrees dense_rank divide editdist3 element_at encode ends_with entropy
    enum_code enum_first enum_last enum_range enum_range_boundary epoch epoch_ms epoch_ns epoch_us
    equi_width_bins era error even exp factorial favg fdiv fill filter first first_value flatten floor
    fmod format format_bytes formatreadabledecimalsize formatreadablesize from_base64 from_binary from_hex
    from_json from_json_strict fsum gamma gcd gen_random_uuid generate_series generate_subscripts geomean
    geometric_mean get_bit get_current_time get_current_timestamp grade_up greatest
    greatest_common_divisor group_concat grouping grouping_id hamming hash hex histogram histogram_exact
    hour if ifnull ilike_escape instr is_histogram_other_bin isfinite isinf isnan isodow isoyear jaccard
    jaro_similarity jaro_winkler_similarity json json_array json_array_length json_contains json_exists
    json_extract json_extract_path json_extract_path_text json_extract_string json_group_array
    json_group_object json_group_structure json_keys json_merge_patch json_object json_pretty json_quote
    json_structure json_transform json_transform_strict json_type json_valid json_value julian kahan_sum
    kurtosis kurtosis_pop lag last last_day last_value lcase lcm lead least least_common_multiple left
    left_grapheme len length length_grapheme levenshtein lgamma like_escape list list_aggr list_aggregate
    list_any_value list_append list_apply list_approx_count_distinct list_avg list_bit_and list_bit_or
    list_bit_xor list_bool_and list_bool_or list_cat list_concat list_contains list_cosine_distance
    list_cosine_similarity list_count list_distance list_distinct list_dot_product list_element
    list_entropy list_extract list_filter list_first list_grade_up list_has list_has_all list_has_any
    list_histogram list_indexof list_inner_product list_intersect list_kurtosis list_kurtosis_pop
    list_last list_mad list_max list_median list_min list_mode list_negative_dot_product
    list_negative_inner_product list_pack list_position list_prepend list_product list_reduce list_resize
    list_reverse list_reverse_sort list_select list_sem list_skewness list_slice list_sort list_stddev_pop
    list_stddev_samp list_string_agg list_sum list_transform list_unique list_value list_var_pop
    list_var_samp list_where list_zip listagg ln log log10 log2 lower lpad ltrim mad make_date make_time
    make_timestamp make_timestamp_ms make_timestamp_ns make_timestamptz map map_concat map_contains
    map_contains_entry map_contains_value map_entries map_extract map_extract_value map_from_entries
    map_keys map_values max max_by md5 md5_number md5_number_lower md5_number_upper mean median
    microsecond millennium millisecond min min_by minute mismatches mod mode month monthname multiply
    nanosecond nextafter nfc_normalize normalized_interval not_ilike_escape not_like_escape now nth_value
    ntile nullif octet_length ord parse_dirname parse_dirpath parse_filename parse_formatted_bytes
    parse_path percent_rank percentile_cont percentile_disc pg_typeof pi position pow power prefix printf
    product quantile quantile_cont quantile_disc quarter radians random range rank rank_dense reduce
    regexp_escape regexp_extract regexp_extract_all regexp_full_match regexp_matches regexp_replace
    regexp_split_to_array regexp_split_to_table regr_avgx regr_avgy regr_count regr_intercept regr_r2
    regr_slope regr_sxx regr_sxy regr_syy remap_struct repeat replace reservoir_quantile reverse right
    right_grapheme round round_even roundbankers row row_number row_to_json rpad rtrim second sem set_bit
    sha1 sha256 sign signbit sin sinh skewness split split_part sqrt starts_with stddev stddev_pop
    stddev_samp str_split str_split_regex strftime string_agg string_split string_split_regex
    string_to_array strip_accents strlen strpos strptime struct_concat struct_contains struct_extract
    struct_extract_at struct_has struct_indexof struct_insert struct_keys struct_pack struct_position
    struct_update struct_values substr substring substring_grapheme subtract suffix sum sum_no_overflow
    sumkahan switch tan tanh time_bucket timetz_byte_comparable timezone timezone_hour timezone_minute
    to_base to_base64 to_binary to_centuries to_days to_decades to_hex to_hours to_json to_microseconds
    to_millennia to_milliseconds to_minutes to_months to_quarters to_seconds to_timestamp to_weeks
    to_years today transaction_timestamp translate trim trunc try_strptime typeof ucase unbin unhex
    unicode union_extract union_tag union_value unnest unpivot_list upper url_decode url_encode uuid
    uuid_extract_timestamp uuid_extract_version uuidv4 uuidv7 var_pop var_samp variance variant_extract
    variant_typeof wavg week weekday weekofyear weighted_avg xor year yearweek
  `
    .trim()
    .split(/\s+/u),
);

/** Operators, which are functions too; `__postfix` marks an operator behind its operand. */
const OPERATORS = new Set(
  "!__postfix !~~ !~~* % & && * ** + - ->> / // <-> << <=> <@ >> @ @> ^ ^@ | || ~ ~~ ~~* ~~~".split(" "),
);

/** Table functions whose rows come from their arguments alone. */
const TABLE_FUNCTIONS = new Set(
  "unnest range generate_series json_each json_tree repeat repeat_row".split(" "),
);

/** `form` is `table` for a call in FROM, where some names mean another function. */
function isHarmlessDuckdbFunction(name: string, form: "call" | "table"): boolean {
  const folded = name.toLowerCase();
  if (form === "table") return TABLE_FUNCTIONS.has(folded);
  return FUNCTIONS.has(folded) || OPERATORS.has(name);
}

/** Views, computed columns and macros with their definitions, as the engine writes them out. */
const CATALOG = `
SELECT 'table', schema_name, table_name, NULL, NULL, false FROM duckdb_tables()
WHERE database_name = current_database() AND NOT internal
UNION ALL
SELECT 'view', schema_name, view_name, NULL, sql, false FROM duckdb_views()
WHERE database_name = current_database() AND NOT internal
UNION ALL
SELECT 'column', c.schema_name, c.table_name, c.column_name, c.column_default, false
FROM duckdb_columns() c JOIN duckdb_tables() t ON t.database_name = c.database_name AND t.table_oid = c.table_oid
WHERE c.database_name = current_database() AND c.column_default IS NOT NULL AND contains(t.sql, 'GENERATED ALWAYS AS')
UNION ALL
SELECT 'function', schema_name, function_name, NULL, macro_definition, len(parameters) > 0 FROM duckdb_functions()
WHERE database_name = current_database() AND NOT internal`;

/** Keywords by which a query takes columns without naming them. */
const TAKES_COLUMNS = new Set(
  "COLUMNS UNPACK PIVOT PIVOT_WIDER UNPIVOT PIVOT_LONGER SUMMARIZE DESCRIBE SHOW".split(" "),
);
const FINDS_TABLES = new Set(
  "query query_table histogram_values seq_scan summary json_execute_serialized_sql".split(" "),
);
/** Words before a table's name or alias where it is not used as a value. */
const BEFORE_TABLE = new Set(["FROM", "JOIN", "VIEW"]);
/** Words other than an alias that may follow AS, before a bracket or repeated elsewhere. */
const BEHIND_AS = new Set(["SELECT", "FROM", "WITH", "VALUES", "NOT", "MATERIALIZED", "DECIMAL"]);

const BUILT_IN_TYPES = new Set(["json", "enum"]);

export const duckdbPrivacy: PrivacyFacts = {
  catalogSql: CATALOG,
  catalogEntries: (rows) =>
    rows.map(
      ([kind, schema, name, column, definition, hasParameters]): CatalogEntry => ({
        kind: kind as CatalogEntry["kind"],
        schema: String(schema),
        name: String(name),
        visible: schema === "main",
        ...(column === null || column === undefined ? {} : { column: String(column) }),
        ...(definition === null || definition === undefined ? {} : definedAs(String(definition))),
        // The caller of a macro may name a column of its table in an argument.
        ...(hasParameters === true ? { takesUnnamedColumns: true } : {}),
      }),
    ),
  namesIn: duckdbStatementNames,
  takesUnnamedColumns,
  isSameName: (written, name) => foldAscii(written) === foldAscii(name),
  isHarmlessFunction: isHarmlessDuckdbFunction,
  isCatalogFunction: () => false,
  isCatalogTable: (name) => /^(?:information_schema$|duckdb_|pragma_|sqlite_|pg_)/u.test(name),
  isBuiltInType: (name) => BUILT_IN_TYPES.has(foldAscii(name)),
  inlineHint: "NOT MATERIALIZED ",
  unknownTable: (name) => `Table with name ${name} does not exist`,
  unknownFunction: (name) => `Function with name ${name} does not exist, or cannot be used here`,
  unknownType: (name) => `Type with name ${name} does not exist`,
};

function definedAs(definition: string): Pick<CatalogEntry, "definition" | "mayReadAnything"> {
  return callsByName(definition) ? { definition, mayReadAnything: true } : { definition };
}

/** True for a call that finds a table by a text, which may be computed. */
function callsByName(definition: string): boolean {
  const { tokens } = tokenize(definition, duckdbLexical);
  return tokens.some(({ kind, value }, at) => {
    if (kind !== "word" && kind !== "identifier") return false;
    const [before, next] = [tokens[at - 1], tokens[at + 1]];
    if (next?.kind !== "symbol" || next.value !== "(") return false;
    const isSource = before !== undefined && ["FROM", "JOIN", ",", "."].includes(before.value);
    return FINDS_TABLES.has(foldAscii(value)) || (isSource && foldAscii(value) === "histogram");
  });
}

/**
 * True if a definition may take columns other than by name: by position or pattern, renamed (`t AS u(a, b)`), or as the row of a whole table (`SELECT
 * t FROM t`). In the engine's own output an alias always follows AS.
 */
function takesUnnamedColumns(definition: string, tables: ReadonlySet<string>): boolean {
  const { tokens } = tokenize(definition, duckdbLexical);
  const sources = new Set([...tables].map(foldAscii));
  const bare = new Set<string>();
  for (const [at, { kind, value }] of tokens.entries()) {
    if (kind === "symbol" && value === "#") return true;
    if (kind === "word" && TAKES_COLUMNS.has(value)) return true;
    if (kind !== "identifier" && (kind !== "word" || BEHIND_AS.has(value))) continue;
    const [before, next] = [tokens[at - 1], tokens[at + 1]];
    const is = (token: Token | undefined, symbol: string) =>
      token?.kind === "symbol" && token.value === symbol;
    const isAlias = before?.kind === "word" && before.value === "AS";
    const isTable = before?.kind === "word" && BEFORE_TABLE.has(before.value);
    if (isAlias && is(next, "(")) return true;
    if (isAlias || isTable) sources.add(foldAscii(value));
    else if (!is(before, ".") && !is(next, ".")) bare.add(foldAscii(value));
  }
  return [...sources].some((name) => bare.has(name));
}
