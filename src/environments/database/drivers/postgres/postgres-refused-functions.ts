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
const REFUSED_RELATIONS = new Set([
  "pg_authid",
  "pg_file_settings",
  "pg_hba_file_rules",
  "pg_ident_file_mappings",
  "pg_shadow",
  "pg_stat_activity",
  "pg_stat_statements",
]);

export function isRefusedRelation(name: string): boolean {
  return REFUSED_RELATIONS.has(name);
}
