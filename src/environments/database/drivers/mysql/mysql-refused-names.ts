/**
 * Functions that act although the transaction is read-only: they read files of the server, hold locks or stop other sessions, or run
 * commands. What else writes the server refuses.
 */
const REFUSED_FUNCTIONS = new Set(
  `load_file get_lock release_lock release_all_locks service_get_read_locks service_get_write_locks service_release_locks nextval setval
  sys_exec sys_eval sys_set sys_get do_system shell plsql_exec http_get http_post http_put http_delete
  master_pos_wait source_pos_wait master_gtid_wait wait_for_executed_gtid_set wait_until_sql_thread_after_gtids
  audit_log_read audit_log_filter_set_filter keyring_key_fetch keyring_key_generate keyring_key_store keyring_key_remove
  group_replication_set_as_primary group_replication_switch_to_single_primary_mode asynchronous_connection_failover_add_source
  version_tokens_set mysql_query_rewrite flush_rewrite_rules spider_direct_sql spider_bg_direct_sql spider_copy_tables
  spider_flush_table_mon_cache`.split(/\s+/u),
);

/** The name of a call that is not let through, as it is written in refusals. */
export function refusedCall(name: string): string | undefined {
  return REFUSED_FUNCTIONS.has(name.toLowerCase()) ? name.toUpperCase() : undefined;
}

/** Relations by database that show passwords, or what others ask the server. */
const REFUSED_RELATIONS: Readonly<Record<string, RegExp>> = {
  information_schema: /^processlist$/u,
  performance_schema:
    /^(?:threads|processlist|events_(?:statements|transactions|waits|stages)_.*|prepared_statements_instances|user_variables_by_thread|accounts|variables_by_thread)$/u,
  mysql:
    /^(?:user|global_priv|password_history|servers|general_log|slow_log|proxies_priv|db|slave_master_info|slave_worker_info)$/u,
  sys: /^(?:x\$)?(?:processlist|session|statement.*|latest_file_io|user_summary.*|host_summary.*)$/u,
};

export function refusedRelation(database: string, name: string): string | undefined {
  const names = Object.hasOwn(REFUSED_RELATIONS, database.toLowerCase())
    ? REFUSED_RELATIONS[database.toLowerCase()]
    : undefined;
  return names?.test(name.toLowerCase()) ? `${database.toLowerCase()}.${name.toLowerCase()}` : undefined;
}
