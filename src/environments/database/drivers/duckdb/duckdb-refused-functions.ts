/**
 * Functions that a query may call and that change the engine for every query after it: where it logs and profiles (a log to a file leaves
 * an engine without files unusable), which parser it has, when it writes its file.
 */
const REFUSED = new Set(
  `checkpoint force_checkpoint enable_logging disable_logging truncate_duckdb_logs write_log enable_profiling
  disable_profiling enable_peg_parser disable_peg_parser json_execute_serialized_sql`.split(/\s+/u),
);

export function isRefusedFunction(name: string): boolean {
  return REFUSED.has(name);
}

/** They run the text that they are given. */
export const TEXT_RUNNING_FUNCTIONS: ReadonlySet<string> = new Set(["query"]);
