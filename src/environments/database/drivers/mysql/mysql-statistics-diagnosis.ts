import type { Diagnosis } from "../../driver/diagnosis.ts";
import type { MysqlServerFacts } from "./mysql-server-facts.ts";
import { writeMysqlValue } from "./mysql-value.ts";

type Rows = readonly (readonly (string | null)[])[];

export interface MysqlStatisticsDiagnosisOptions {
  readonly databases: readonly string[];
  readonly server: MysqlServerFacts;
  /** Runs one statement in the guard that holds for all. */
  readonly ask: (sql: string) => Promise<Rows>;
}

/** Smaller tables are read when they are first needed. */
const SMALL_ROWS = 50_000;

/** Whether near values of large tables can be found by what the server knows of them. */
export async function mysqlStatisticsDiagnosis({
  databases,
  server,
  ask,
}: MysqlStatisticsDiagnosisOptions): Promise<Diagnosis> {
  const name = "statistics";
  let [large, without] = [0, 0];
  for (const database of databases) {
    const schema = writeMysqlValue(database);
    const names = (
      await ask(`SELECT TABLE_NAME FROM information_schema.TABLES
        WHERE TABLE_SCHEMA = ${schema} AND TABLE_TYPE <> 'VIEW' AND TABLE_ROWS > ${SMALL_ROWS}`)
    ).map(([table]) => table ?? "");
    if (names.length === 0) continue;
    large += names.length;
    const list = names.map((each) => writeMysqlValue(each)).join(", ");
    const known = await whereAllowed(ask(server.statisticsSql(schema, list)));
    if (known === undefined) return withheld(name);
    const told = new Set(known.filter((row) => (row[5] ?? "") !== "").map(([table]) => table));
    without += names.filter((each) => !told.has(each)).length;
  }
  if (large === 0) {
    return {
      name,
      state: "ok",
      text: "No table is so large that the server's statistics are needed to find values.",
    };
  }
  if (without === 0)
    return { name, state: "ok", text: "The server has histograms with values of all large tables." };
  return {
    name,
    state: "warning",
    text: `${without} of ${large} large ${large === 1 ? "table" : "tables"} without a histogram that names values: near values in ${without === 1 ? "it" : "them"} are not found.`,
    mend:
      server.engine === "mariadb"
        ? "SET histogram_type = JSON_HB; ANALYZE TABLE … PERSISTENT FOR ALL; -- JSON_HB: from MariaDB 10.8"
        : "ANALYZE TABLE … UPDATE HISTOGRAM ON …;",
  };
}

function withheld(name: string): Diagnosis {
  return {
    name,
    state: "ok",
    text: "The user may not read the server's statistics (mysql.column_stats): values of large tables are found by their indexes, near ones are not. Whoever may read them sees values of all databases.",
  };
}

/** Undefined where the server refused it. */
async function whereAllowed(asked: Promise<Rows>): Promise<Rows | undefined> {
  try {
    return await asked;
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== "engine-error") throw error;
    return undefined;
  }
}
