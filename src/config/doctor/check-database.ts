import { hasNoRules, type PrivacyRules } from "../../environment/privacy-rules.ts";
import type { SqlDriver } from "../../environments/database/driver/sql-driver.ts";
import { SqlEngineError } from "../../environments/database/driver/sql-engine-error.ts";
import { restrictDriver } from "../../environments/database/privacy/restricted-driver.ts";
import type { DatabaseSchema } from "../../environments/database/schema/database-schema.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { DatabaseSource } from "../open-database.ts";
import type { OpenOptions } from "../open-options.ts";
import { type Examination, type Finding, fault, warning } from "./check.ts";

/** English words in the names of many personal columns. Other names may be personal, too. */
const WORDS = [
  "e_?mail|mail|phone|mobile|fax",
  "first_?name|last_?name|surname|family_?name|full_?name|maiden_?name",
  "birth|birth_?day|birth_?date|dob",
  "ssn|social_?security|passport|national_?id|tax_?id",
  "iban|credit_?card|card_?number|cvv|salary|salaries|wage|wages|income",
  "password|passwd|pwd",
  "street|address",
  "gender|sex|religion|ethnicity|nationality|diagnosis|disability",
  "ip_?address",
].join("|");
const PERSONAL = new RegExp(`(?:^|_)(?:${WORDS})(?:_|\\d*$)`, "u");

/** Whether a column's name suggests personal data. */
function looksPersonal(column: string): boolean {
  const words = column
    .replace(/([a-z])([A-Z])/gu, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, "_");
  return PERSONAL.test(words);
}

/** `table.column` of each column that looks personal, in the order of the schema, as a privacy policy names them. */
function personalColumns({ tables }: DatabaseSchema): readonly string[] {
  return tables.flatMap(({ name, schema, columns }) =>
    columns
      .filter((column) => looksPersonal(column.name))
      .map((column) =>
        [schema, name, column.name]
          .filter((part) => part !== undefined)
          .map(part)
          .join("."),
      ),
  );
}

/** Quotes a name in which a dot or a star would have a meaning. */
const part = (name: string): string => (/[.*":\s]/u.test(name) ? `"${name.replaceAll('"', '""')}"` : name);

const TRIAL_MILLISECONDS = 5000;
/** Harmless on every engine even if the guard lets it through: the table belongs to the connection and vanishes with it. */
const TRIAL_WRITE = "CREATE TEMPORARY TABLE fuxi_self_test (x INTEGER)";

/** The database to check, with its privacy rules. */
export interface CheckedDatabase {
  readonly open: () => Promise<DatabaseSource>;
  /** Privacy rules; empty if everything may be seen. */
  readonly policy: PrivacyRules;
  /** Whether it is a server, which others may use and fill with private data. */
  readonly isServer: boolean;
}

/** Checks that a database opens, can be read and is guarded, and reports its engine's diagnoses. Denied tables and columns are never named. */
export async function checkDatabase(
  { open, policy, isServer }: CheckedDatabase,
  exam: Examination,
  options: OpenOptions,
): Promise<void> {
  const { signal } = options;
  const opened: { driver?: SqlDriver; schema?: DatabaseSchema; notes?: readonly Finding[] } = {};
  const isOpen = await exam.look("opening", async () => {
    const { driver, notes = [] } = await open();
    opened.driver = await driver;
    const { engine, engineVersion } = opened.driver.target;
    opened.notes = notes.map((text) => ({ name: "content", ...warning(text) }));
    return `It opens (${engine} ${engineVersion}).`;
  });
  const { driver } = opened;
  if (!isOpen || driver === undefined) return;
  try {
    await exam.look("guard", () => guardDiagnosis(driver, signal));
    const { notes = [] } = opened;
    const seen = hasNoRules(policy) ? driver : await checkPrivacy(driver, policy, exam, signal);
    if (seen === undefined) return;
    await exam.look("engine", async () => [...notes, ...(await engineDiagnoses(driver, policy, signal))]);
    await exam.look("schema", async () => {
      opened.schema = await seen.introspect(signal);
      return schemaDiagnosis(opened.schema, policy);
    });
    const { schema } = opened;
    if (schema === undefined || schema.tables.length === 0) return;
    if (isServer && hasNoRules(policy)) await exam.look("privacy", () => personalDiagnosis(schema));
  } finally {
    await driver.close();
  }
}

/** The driver with the rules applied. Undefined if the rules are invalid: then nothing more is reported. */
async function checkPrivacy(
  driver: SqlDriver,
  policy: PrivacyRules,
  exam: Examination,
  signal: AbortSignal,
): Promise<SqlDriver | undefined> {
  const found: { restricted?: SqlDriver } = {};
  await exam.look("privacy", async () => {
    found.restricted = await restrictDriver(driver, policy, signal);
    const { allow = [], deny = [], mask = [] } = policy;
    const rules = allow.length + deny.length + mask.length;
    return `${rules} privacy ${rules === 1 ? "rule holds" : "rules hold"}; what is denied is not named here either.`;
  });
  return found.restricted;
}

/** The engine's diagnoses. Under privacy rules, without findings that name something, and without messages of errors. */
async function engineDiagnoses(
  driver: SqlDriver,
  policy: PrivacyRules,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  try {
    const found = (await driver.diagnose?.(signal)) ?? [];
    return found.flatMap(({ names, ...told }) => (hasNoRules(policy) || names !== true ? [told] : []));
  } catch (error) {
    if (hasNoRules(policy) || (FuxiError.isInstance(error) && error.code === "cancelled")) throw error;
    return [fault("The engine could not be asked about itself.")];
  }
}

const SHOWN_COLUMNS = 5;

/** Lists columns that look personal by name. It claims nothing about other columns, nor that these are personal for sure. */
function personalDiagnosis(schema: DatabaseSchema): Finding | undefined {
  const columns = personalColumns(schema);
  if (columns.length === 0) return undefined;
  const shown = columns.slice(0, SHOWN_COLUMNS);
  const more = columns.length > shown.length ? ` and ${columns.length - shown.length} more` : "";
  return warning(
    `No privacy rules are set, and ${columns.length === 1 ? "a column that can be read looks" : `${columns.length} columns that can be read look`} personal: ${shown.join(", ")}${more}. This is a hint from names alone; no value was read for it.`,
    `privacy: {mask: [${shown.map((each) => (/^[\w.]+$/u.test(each) ? each : JSON.stringify(each))).join(", ")}]}   # in fuxi.yaml; deny takes a column away. Or: --mask "${shown[0]}"`,
  );
}

async function guardDiagnosis(driver: SqlDriver, signal: AbortSignal): Promise<Finding> {
  try {
    await driver.query(TRIAL_WRITE, [], { maxRows: 1, milliseconds: TRIAL_MILLISECONDS, signal });
  } catch (error) {
    if (!(error instanceof SqlEngineError)) throw error;
    return "A statement that writes was tried, and refused.";
  }
  return fault(
    "A statement that writes was tried, and not refused: this is a defect in Fuxi, please report it.",
  );
}

function schemaDiagnosis({ tables }: DatabaseSchema, policy: PrivacyRules): Finding {
  if (tables.length === 0) {
    const text = hasNoRules(policy)
      ? "There is no table that could be read: nothing can be asked."
      : "The privacy rules leave no table: nothing can be asked.";
    return warning(text);
  }
  const columns = tables.reduce((sum, table) => sum + table.columns.length, 0);
  const keyed = tables.some((table) => table.foreignKeys.length > 0);
  const text = `${tables.length} ${tables.length === 1 ? "table" : "tables"}, ${columns} ${columns === 1 ? "column" : "columns"}`;
  if (keyed || tables.length === 1) return text;
  return `${text}; no foreign keys are declared, so joins are found from names and data.`;
}
