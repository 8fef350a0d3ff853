/** In what MariaDB and MySQL differ where the driver needs them; chosen by the server's own version text. */
export interface MysqlServerFacts {
  readonly engine: "mariadb" | "mysql";
  /** Number of the version, without what distributions put behind it. */
  readonly version: string;
  /** Settings of a session that read only: the time limit in the server's own unit (0 for none), the depth of recursive CTEs. */
  sessionSettings(milliseconds: number): readonly string[];
  /** JSON is a text with a check there, and the catalog calls it so. */
  readonly keepsJsonAsText: boolean;
  /** Counters of the whole server that change when somebody writes. */
  readonly writeCounters: readonly string[];
  /** The text of a value out of JSON_TABLE; absent where the server has no JSON_TABLE. */
  readonly valueOfJsonTable?: (value: string) => string;
}

/** Recursive CTEs end after a thousand rounds otherwise: MariaDB does so without an error, and the answer would be wrong. */
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
  return /mariadb/iu.test(versionText) ? mariadb(version, major, minor) : mysql(version, major);
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
      ...(since(10, 2) ? [`max_recursive_iterations=${MOST_ROUNDS}`] : []),
      since(11, 1) ? "transaction_read_only=1" : "tx_read_only=1",
    ],
    // Here temporary tables of queries are counted apart.
    writeCounters: ["Handler_write", "Handler_update", "Handler_delete", ...SCHEMA_COUNTERS],
    // A function's value gives way to any column's collation; a column of JSON_TABLE would clash with all but its own.
    ...(since(10, 6) ? { valueOfJsonTable: (value: string) => `JSON_UNQUOTE(JSON_QUOTE(${value}))` } : {}),
  };
}

function mysql(version: string, major: number): MysqlServerFacts {
  const isEight = major >= 8;
  return {
    engine: "mysql",
    version,
    keepsJsonAsText: false,
    sessionSettings: (milliseconds) => [
      `max_execution_time=${Math.ceil(milliseconds)}`,
      ...(isEight
        ? [`cte_max_recursion_depth=${MOST_ROUNDS}`, "transaction_read_only=1"]
        : ["tx_read_only=1"]),
    ],
    writeCounters: ["Innodb_rows_inserted", "Innodb_rows_updated", "Innodb_rows_deleted", ...SCHEMA_COUNTERS],
    ...(isEight ? { valueOfJsonTable: (value: string) => value } : {}),
  };
}
