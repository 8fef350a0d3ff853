import { type FunctionKind, functionsOf } from "../../sql/sql-dialect.ts";

/** Functions that queries use on both servers, special forms included; unknown names are left to the server. */
const NAMES: Readonly<Record<FunctionKind, string>> = {
  scalar: `abs acos adddate addtime ascii asin atan atan2 bin bit_count bit_length cast ceil ceiling char char_length charset
    character_length coalesce coercibility collation compress concat concat_ws connection_id conv convert convert_tz cos cot crc32
    curdate current_date current_role current_time current_timestamp current_user curtime database date date_add date_format
    date_sub datediff day dayname dayofmonth dayofweek dayofyear default degrees elt exp export_set extract extractvalue field
    find_in_set floor format found_rows from_base64 from_days from_unixtime get_format greatest hex hour if ifnull
    inet6_aton inet6_ntoa inet_aton inet_ntoa insert instr interval isnull json_array json_array_append json_array_insert
    json_contains json_contains_path json_depth json_extract json_insert json_keys json_length json_merge_patch
    json_merge_preserve json_object json_overlaps json_pretty json_quote json_remove json_replace json_search json_set json_type
    json_unquote json_valid json_value last_day last_insert_id lcase least left length ln localtime localtimestamp locate
    log log10 log2 lower lpad ltrim make_set makedate maketime match md5 microsecond mid minute mod month monthname
    name_const now nullif oct octet_length ord period_add period_diff pi point position pow power quarter quote radians rand
    regexp_instr regexp_replace regexp_substr repeat replace reverse right round row_count rpad rtrim schema sec_to_time second
    session_user sha sha1 sha2 sign sin sleep soundex space sqrt st_area st_asgeojson st_astext st_buffer st_centroid st_contains
    st_distance st_distance_sphere st_envelope st_equals st_geometrytype st_geomfromgeojson st_geomfromtext st_intersects st_length st_srid
    st_touches st_within st_x st_y str_to_date strcmp subdate substr substring substring_index subtime sysdate system_user tan time
    time_format time_to_sec timediff timestamp timestampadd timestampdiff to_base64 to_days to_seconds trim truncate ucase
    uncompress uncompressed_length unhex unix_timestamp updatexml upper user utc_date utc_time utc_timestamp uuid
    uuid_short values version week weekday weekofyear weight_string year yearweek`,
  aggregate: `avg bit_and bit_or bit_xor count group_concat json_arrayagg json_objectagg max min std stddev stddev_pop
    stddev_samp sum var_pop var_samp variance`,
  window: "cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank row_number",
  table: "json_table",
};

const OF_ONE_SERVER: Readonly<Record<MysqlServerFacts["engine"], Partial<Record<FunctionKind, string>>>> = {
  mariadb: {
    scalar: `add_months chr crc32c json_compact json_detailed json_equals json_exists json_loose json_normalize json_query
      lengthb natural_sort_key nvl nvl2 sformat sys_guid to_char`,
    aggregate: "",
    window: "median percentile_cont percentile_disc",
  },
  mysql: {
    scalar: "any_value bin_to_uuid grouping is_uuid json_storage_size regexp_like uuid_to_bin member",
  },
};

/** The server's functions, by lower-case name. */
export function mysqlFunctions(engine: MysqlServerFacts["engine"]): ReadonlyMap<string, FunctionKind> {
  return new Map([...functionsOf(NAMES), ...functionsOf(OF_ONE_SERVER[engine])]);
}

const ON_ANY_SERVER = functionsOf(NAMES);

export function mysqlHasFunction(name: string): boolean {
  return ON_ANY_SERVER.has(name.toLowerCase());
}

/** Differences between MariaDB and MySQL, chosen by the server's own version text. */
export interface MysqlServerFacts {
  readonly engine: "mariadb" | "mysql";
  /** Version number without distributions' suffixes. */
  readonly version: string;
  /** Settings of a read-only session: the time limit in the server's own unit (0 for none), the depth of recursive CTEs. */
  sessionSettings(milliseconds: number): readonly string[];
  /** True if JSON is a text with a check, and the catalog calls it so. */
  readonly keepsJsonAsText: boolean;
  /** Status counters of the whole server that change with every write. */
  readonly writeCounters: readonly string[];
  /** The text of a value from JSON_TABLE; absent if the server lacks JSON_TABLE. */
  readonly valueOfJsonTable?: (value: string) => string;
}

/** By default recursive CTEs end after a thousand rounds: in MariaDB without an error, so the answer would be wrong. */
const MOST_ROUNDS = 4_294_967_295;

const SCHEMA_COUNTERS =
  `alter_table create_index create_table create_view drop_index drop_table drop_view rename_table truncate load
  commit xa_commit`
    .split(/\s+/u)
    .map((name) => `Com_${name}`);

/** @param versionText what `SELECT version()` says: `10.11.6-MariaDB-0+deb12u1`, `8.0.36` */
export function mysqlServerFacts(versionText: string): MysqlServerFacts {
  // Servers behind old replication protocols put 5.5.5- in front.
  const version = /\d+\.\d+(?:\.\d+)?/u.exec(versionText.replace(/^5\.5\.5-(?=\d)/u, ""))?.[0] ?? versionText;
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return /mariadb/iu.test(versionText) ? mariadb(version, major, minor) : mysql(version);
}

function mariadb(version: string, major: number, minor: number): MysqlServerFacts {
  const since = (wantedMajor: number, wantedMinor: number): boolean =>
    major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
  return {
    engine: "mariadb",
    version,
    keepsJsonAsText: true,
    sessionSettings: (milliseconds) => [
      `max_statement_time=${(milliseconds / 1000).toFixed(3)}`,
      `max_recursive_iterations=${MOST_ROUNDS}`,
      since(11, 1) ? "transaction_read_only=1" : "tx_read_only=1",
    ],
    // This server counts queries' temporary tables apart.
    writeCounters: ["Handler_write", "Handler_update", "Handler_delete", ...SCHEMA_COUNTERS],
    // A function's value adapts to any column's collation; a JSON_TABLE column would clash with all but its own.
    ...(since(10, 6) ? { valueOfJsonTable: (value: string) => `JSON_UNQUOTE(JSON_QUOTE(${value}))` } : {}),
  };
}

function mysql(version: string): MysqlServerFacts {
  return {
    engine: "mysql",
    version,
    keepsJsonAsText: false,
    sessionSettings: (milliseconds) => [
      `max_execution_time=${Math.ceil(milliseconds)}`,
      `cte_max_recursion_depth=${MOST_ROUNDS}`,
      "transaction_read_only=1",
    ],
    writeCounters: ["Innodb_rows_inserted", "Innodb_rows_updated", "Innodb_rows_deleted", ...SCHEMA_COUNTERS],
    valueOfJsonTable: (value) => value,
  };
}
