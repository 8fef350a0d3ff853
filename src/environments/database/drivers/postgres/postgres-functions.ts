import { type FunctionKind, functionsOf } from "../../sql/sql-dialect.ts";

/** What queries use of PostgreSQL 15's own functions, special forms included; unknown names are left to the server. */
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
 * Functions that act although the transaction is read-only: they reach files, other servers, other sessions, locks that outlive the
 * transaction or the session's settings, or run a text or a name as SQL (which no check of the statement would see). Anything else that writes is
 * refused by the engine.
 */
const REFUSED = new Set(
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

const REFUSED_FAMILIES =
  /^(?:(?:query|table|schema|database|cursor)_to_xml|lo_|dblink|pg_read_|pg_ls_|pg_file_|pg_advisory_|pg_try_advisory_|pg_logical_|pg_replication_|pg_create_|pg_drop_|pg_copy_|pg_backup_|pg_start_backup|pg_stop_backup|pg_switch_|pg_rotate_|pg_wal_replay_|pg_stat_reset|pg_stat_statements_reset|pg_truncate_|pg_repack|binary_upgrade_|amcheck|bt_index_|postgres_fdw_disconnect)/u;

export function isRefusedFunction(name: string): boolean {
  const folded = name.toLowerCase();
  return REFUSED.has(folded) || REFUSED_FAMILIES.test(folded);
}

/** Views that show the server's own files, its passwords, or what others ask it. */
const REFUSED_RELATIONS = new Set(
  `pg_authid pg_file_settings pg_hba_file_rules pg_ident_file_mappings pg_shadow pg_stat_activity
  pg_stat_statements`.split(/\s+/u),
);

export function isRefusedRelation(name: string): boolean {
  return REFUSED_RELATIONS.has(name);
}
