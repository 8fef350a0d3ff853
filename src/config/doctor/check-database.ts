import type { Diagnosis } from "../../environments/database/driver/diagnosis.ts";
import type { SqlDriver } from "../../environments/database/driver/sql-driver.ts";
import { SqlEngineError } from "../../environments/database/driver/sql-engine-error.ts";
import type { DatabaseSchema } from "../../environments/database/schema/database-schema.ts";
import type { DatabaseSource } from "../open-database.ts";
import type { OpenOptions } from "../open-options.ts";
import type { Examination } from "./check.ts";
import { checkValueIndex } from "./check-value-index.ts";

const TRIAL_MILLISECONDS = 5000;
/** Harmless on every engine, should it ever be let through: the table is the connection's own and goes with it. */
const TRIAL_WRITE = "CREATE TEMPORARY TABLE fuxi_self_test (x INTEGER)";

/** Whether a database opens, what may be read in it, whether it is guarded, and what its driver has to say of the server. */
export async function checkDatabase(
  open: () => Promise<DatabaseSource>,
  exam: Examination,
  options: OpenOptions,
): Promise<void> {
  const { signal } = options;
  const opened: { driver?: SqlDriver; schema?: DatabaseSchema } = {};
  const isOpen = await exam.look("opening", async () => {
    const { driver, notes = [] } = await open();
    opened.driver = await driver;
    const { engine, engineVersion } = opened.driver.target;
    return [
      { name: "opening", state: "ok", text: `It opens (${engine} ${engineVersion}).` },
      ...notes.map((text): Diagnosis => ({ name: "content", state: "warning", text })),
    ];
  });
  const { driver } = opened;
  if (!isOpen || driver === undefined) return;
  try {
    await exam.look("guard", () => guardDiagnosis(driver, signal));
    if (driver.diagnose !== undefined) await exam.look("server", () => driver.diagnose?.(signal));
    await exam.look("schema", async () => {
      opened.schema = await driver.introspect(signal);
      return schemaDiagnosis(opened.schema);
    });
    const { schema } = opened;
    if (schema !== undefined && schema.tables.length > 0)
      await exam.look("value index", () => checkValueIndex(driver, schema, options));
  } finally {
    await driver.close();
  }
}

async function guardDiagnosis(driver: SqlDriver, signal: AbortSignal): Promise<Diagnosis> {
  const name = "guard";
  try {
    await driver.query(TRIAL_WRITE, [], { maxRows: 1, milliseconds: TRIAL_MILLISECONDS, signal });
  } catch (error) {
    if (!(error instanceof SqlEngineError)) throw error;
    return { name, state: "ok", text: "A statement that writes was tried, and refused." };
  }
  return {
    name,
    state: "fault",
    text: "A statement that writes was tried, and not refused: this is a defect in Fuxi, please report it.",
  };
}

function schemaDiagnosis({ tables }: DatabaseSchema): Diagnosis {
  const name = "schema";
  if (tables.length === 0) {
    return { name, state: "warning", text: "There is no table that could be read: nothing can be asked." };
  }
  const columns = tables.reduce((sum, table) => sum + table.columns.length, 0);
  const keyed = tables.some((table) => table.foreignKeys.length > 0);
  const text = `${tables.length} ${tables.length === 1 ? "table" : "tables"}, ${columns} ${columns === 1 ? "column" : "columns"}`;
  if (keyed || tables.length === 1) return { name, state: "ok", text };
  return {
    name,
    state: "ok",
    text: `${text}; no foreign keys are declared, so joins are found from names and data.`,
  };
}
