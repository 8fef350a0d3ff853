import type { SqlDriver } from "../../environments/database/driver/sql-driver.ts";
import { SqlEngineError } from "../../environments/database/driver/sql-engine-error.ts";
import { indexedColumns } from "../../environments/database/index/indexed-column.ts";
import { openValueIndex } from "../../environments/database/index/open-value-index.ts";
import { isEmptyPolicy, type PrivacyPolicy } from "../../environments/database/privacy/privacy-policy.ts";
import { restrictDriver } from "../../environments/database/privacy/restricted-driver.ts";
import type { DatabaseSchema } from "../../environments/database/schema/database-schema.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { shownBytes } from "../kept/entries.ts";
import type { DatabaseSource } from "../open-database.ts";
import type { OpenOptions } from "../open-options.ts";
import { type Examination, type Finding, fault, warning } from "./check.ts";

/** Words that personal columns are often called by, in English alone; a name that has none of them may be personal all the same. */
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

/** Whether a column's name alone makes it likely that it says something of a person. */
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

/** A dot or a star in a name stands for itself within quotes. */
const part = (name: string): string => (/[.*":\s]/u.test(name) ? `"${name.replaceAll('"', '""')}"` : name);

const TRIAL_MILLISECONDS = 5000;
/** Harmless on every engine, should it ever be let through: the table is the connection's own and goes with it. */
const TRIAL_WRITE = "CREATE TEMPORARY TABLE fuxi_self_test (x INTEGER)";

/** What is looked at, and under which rules. */
export interface CheckedDatabase {
  readonly open: () => Promise<DatabaseSource>;
  /** What of it may be seen; empty where all of it may. */
  readonly policy: PrivacyPolicy;
  /** Whether others work on it, too, and may have put into it what is nobody's business. */
  readonly isServer: boolean;
}

/** Whether a database opens, what may be read in it, whether it is guarded, and what its engine tells of itself. What a policy denies is named nowhere. */
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
    const seen = isEmptyPolicy(policy) ? driver : await checkPrivacy(driver, policy, exam, signal);
    if (seen === undefined) return;
    await exam.look("engine", async () => [...notes, ...(await engineDiagnoses(driver, policy, signal))]);
    await exam.look("schema", async () => {
      opened.schema = await seen.introspect(signal);
      return schemaDiagnosis(opened.schema, policy);
    });
    const { schema } = opened;
    if (schema === undefined || schema.tables.length === 0) return;
    if (isServer && isEmptyPolicy(policy)) await exam.look("privacy", () => personalDiagnosis(schema));
    await exam.look("value index", () => checkValueIndex(seen, schema, options));
  } finally {
    await driver.close();
  }
}

/** The driver under the rules; undefined where these do not hold, and nothing more is told. */
async function checkPrivacy(
  driver: SqlDriver,
  policy: PrivacyPolicy,
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

/** What the engine tells of itself. Under rules without the findings that name something, and without the words of an error. */
async function engineDiagnoses(
  driver: SqlDriver,
  policy: PrivacyPolicy,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  try {
    const found = (await driver.diagnose?.(signal)) ?? [];
    return found.flatMap(({ names, ...told }) => (isEmptyPolicy(policy) || names !== true ? [told] : []));
  } catch (error) {
    if (isEmptyPolicy(policy) || (FuxiError.isInstance(error) && error.code === "cancelled")) throw error;
    return [fault("The engine could not be asked about itself.")];
  }
}

const SHOWN_COLUMNS = 5;

/** By names alone: nobody is told that what has another name is harmless, or that what has such a name is not. */
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

function schemaDiagnosis({ tables }: DatabaseSchema, policy: PrivacyPolicy): Finding {
  if (tables.length === 0) {
    const text = isEmptyPolicy(policy)
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

/** What is kept of the values: how many columns, how much, how old, and how the rest is found. Nothing is built. */
async function checkValueIndex(
  driver: SqlDriver,
  schema: DatabaseSchema,
  { folders, signal }: OpenOptions,
): Promise<Finding> {
  const index = openValueIndex({ driver, schema, cacheFolder: folders.cache });
  try {
    // A lookup in a column that there is not loads what is kept, and no more.
    await index.findExact("", { column: { table: "", column: "" }, limit: 1, signal });
    const { columns, values, bytes, builtAt } = index.state();
    const all = indexedColumns(schema).length;
    const mode =
      driver.columnStatistics === undefined
        ? "it is built when a lookup first needs it, or now by fuxi index"
        : "on a server only small tables are read unasked; the engine's statistics and fuxi index help with the rest";
    if (columns === 0) return `Nothing is indexed yet: ${mode}.`;
    const made = builtAt === undefined ? "" : `, made ${builtAt.slice(0, 16).replace("T", " ")} UTC`;
    const text = `${columns} of ${all} columns, ${values.toLocaleString("en")} values, ${shownBytes(bytes)}${made}`;
    return columns < all ? `${text}; for the others: ${mode}.` : text;
  } finally {
    await index.close();
  }
}
