import { createHash, randomBytes } from "node:crypto";
import { type PrivacyRules, privacyKey } from "../../../environment/privacy-rules.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { given } from "../../../util/given.ts";
import type { ColumnStatistics, EngineRestrictions, ResultColumn, SqlDriver } from "../driver/sql-driver.ts";
import { onlyPlaceOf, refusalOf, SqlEngineError } from "../driver/sql-engine-error.ts";
import type { ColumnSchema, DatabaseSchema, ForeignKey, TableSchema } from "../schema/database-schema.ts";
import type { EditedStatement } from "../sql/edit-statement.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import { type AdmittedTable, admitNames } from "./admit-names.ts";
import type { CatalogEntry, PrivacyFacts, StatementNames } from "./privacy-facts.ts";
import { resolveRestrictions } from "./resolve-restrictions.ts";
import { isRestricted, type Restrictions, type TableRestriction } from "./restrictions.ts";
import { rewriteStatement } from "./rewrite-statement.ts";

/** Errors of the engine's own guard, which contain guarded names. */
const GUARDED = /\bprohibited\b|not authorized to read|^authorization denied/iu;

/** The error in terms of the given text, without inserted names and without offsets in inserted text. */
function inOwnText(
  error: SqlEngineError,
  sql: string,
  edited: EditedStatement,
  reader: string,
): SqlEngineError {
  const { offset, identifier, ...facts } = error.facts;
  if (GUARDED.test(facts.engineMessage)) {
    return new SqlEngineError({
      kind: "not-read-only",
      engineMessage: "The statement reads something that cannot be read here.",
    });
  }
  const own = offset === undefined ? onlyPlaceOf(identifier, sql) : edited.ownOffset(offset);
  return new SqlEngineError({
    ...facts,
    engineMessage: facts.engineMessage.includes(reader)
      ? "The statement cannot be run where parts of the database are hidden"
      : facts.engineMessage,
    ...(identifier === undefined ? {} : { identifier }),
    ...(own === undefined ? {} : { offset: own }),
  });
}

/** Keywords that the engine lists as functions, but that are no function names in a statement. */
const SPECIAL_FORMS = new Set(
  "array cast coalesce columns exists extract grouping if ifnull nullif overlay position row substring trim try_cast".split(
    " ",
  ),
);

/** The functions to offer: without the database's own ones, and without built-in ones that would be refused. */
function functionsUnder(
  { ownFunctions }: Restrictions,
  { functions, mayCall }: SqlDialect,
  privacy: PrivacyFacts,
): Pick<SqlDialect, "functions" | "mayCall"> {
  const left = new Map([...functions].filter(([name]) => !ownFunctions.has(name)));
  return {
    functions: left,
    mayCall: (name) =>
      (mayCall?.(name) ?? true) &&
      (!left.has(name) ||
        SPECIAL_FORMS.has(name) ||
        privacy.isHarmlessFunction(name, "call") ||
        privacy.isHarmlessFunction(name, "table")),
  };
}

/** The policy applied to the last read state of the database. */
interface Current {
  readonly restrictions: Restrictions;
  readonly readers: ReadonlyMap<TableRestriction, string>;
  readonly schema: DatabaseSchema;
}

const CATALOG_MILLISECONDS = 60_000;
const MOST_ENTRIES = 1_000_000;

/**
 * A driver that enforces the policy. Denied names get the errors of names that do not exist; every statement reads masked
 * columns as `***`. The policy is applied to the existing tables and views, and again with each `introspect`: those created since the last
 * one are hidden.
 *
 * The given driver must not be used for anything else afterwards.
 *
 * @throws FuxiError `configuration-invalid` for a pattern that names nothing, and for an engine that cannot be restricted
 */
export async function restrictDriver(
  driver: SqlDriver,
  policy: PrivacyRules,
  signal: AbortSignal,
): Promise<SqlDriver> {
  const { dialect } = driver;
  const { privacy } = dialect;
  if (privacy === undefined) throw await notHeld(driver, policy, signal);
  const secret = randomBytes(8).toString("hex");
  const catalogReader = `fuxi_${secret}`;
  const read = async (end: AbortSignal, isFirst: boolean): Promise<Current> => {
    const catalog = await readCatalog(driver, catalogReader, privacy, end);
    const schema = await driver.introspect(end);
    const restrictions = resolveRestrictions(policy, schema, catalog, { dialect, strict: isFirst });
    const readers = readerNames(restrictions, secret);
    driver.restrict?.(engineRestrictions(restrictions, [catalogReader, ...readers.values()]));
    return { restrictions, readers, schema: restrictedSchema(schema, restrictions) };
  };
  let current = await read(signal, true);
  let isFresh = true;

  const rewrite = async (sql: string, cancel: AbortSignal): Promise<EditedStatement> => {
    const tree = await parsed(driver, sql, cancel);
    const { restrictions, readers } = current;
    const names = readNames(sql, tree, dialect, privacy);
    const uses = admitNames(names, restrictions, { privacy, dialect });
    const readerOf = (table: TableRestriction): string => readers.get(table) ?? "";
    const edited = rewriteStatement(sql, uses, names, { readerOf, dialect });
    if (driver.parse !== undefined && edited.sql !== sql) {
      const again = readNames(edited.sql, await parsed(driver, edited.sql, cancel), dialect, privacy);
      checkShadows(uses, admitNames(again, restrictions, { privacy, dialect }));
    }
    return edited;
  };
  const within = async <T>(
    sql: string,
    cancel: AbortSignal,
    run: (edited: EditedStatement) => Promise<T>,
  ): Promise<T> => {
    const edited = await rewrite(sql, cancel);
    try {
      return await run(edited);
    } catch (error) {
      throw error instanceof SqlEngineError ? inOwnText(error, sql, edited, catalogReader) : error;
    }
  };
  const seenStatistics: NonNullable<SqlDriver["columnStatistics"]> = async (tables, end) => {
    const all = (await driver.columnStatistics?.(tables, end)) ?? [];
    return all.filter((each) => isSeen(each, current.restrictions));
  };
  return {
    target: { ...driver.target, key: keyUnder(policy, driver.target.key) },
    dialect: { ...dialect, ...functionsUnder(current.restrictions, dialect, privacy) },
    async introspect(again) {
      if (!isFresh) current = await read(again, false);
      isFresh = false;
      return current.schema;
    },
    ...given({
      schemaVersion: driver.schemaVersion?.bind(driver),
      columnStatistics: driver.columnStatistics === undefined ? undefined : seenStatistics,
    }),
    query: (sql, parameters, options) =>
      within(sql, options.signal, async (edited) => {
        const result = await driver.query(edited.sql, parameters, options);
        return { ...result, columns: inOwnNames(result.columns, edited) };
      }),
    compile: (sql, cancel) =>
      within(sql, cancel, async (edited) => inOwnNames(await driver.compile(edited.sql, cancel), edited)),
    dataVersion: (cancel) => driver.dataVersion(cancel),
    close: () => driver.close(),
  };
}

/** The error for an engine that Fuxi cannot restrict, with statements that restrict access on its server. */
async function notHeld(driver: SqlDriver, policy: PrivacyRules, signal: AbortSignal): Promise<FuxiError> {
  const { dialect } = driver;
  const message = `Fuxi cannot deny or mask parts of a ${dialect.name} database.`;
  const { tables } = resolveRestrictions(policy, await driver.introspect(signal), [], {
    dialect,
    strict: true,
  });
  const script = dialect.hidingGrants?.(tables);
  const hint =
    script === undefined
      ? "Give it a role, or a copy, that holds only what is to be seen."
      : `Connect as a user who may read only what is to be seen, and leave the rules out: the server can hide them. An administrator makes one by:\n${script}`;
  return new FuxiError("configuration-invalid", message, { hint });
}

async function readCatalog(
  driver: SqlDriver,
  reader: string,
  privacy: PrivacyFacts,
  signal: AbortSignal,
): Promise<readonly CatalogEntry[]> {
  const sql = `WITH ${reader} AS (${privacy.catalogSql}) SELECT * FROM ${reader}`;
  const { rows, truncated, cutCells } = await driver.query(sql, [], {
    maxRows: MOST_ENTRIES,
    maxCellLength: Number.POSITIVE_INFINITY,
    maxBytes: Number.POSITIVE_INFINITY,
    milliseconds: CATALOG_MILLISECONDS,
    signal,
  });
  if (truncated || cutCells !== undefined) {
    throw new FuxiError(
      "configuration-invalid",
      "The database has too many objects to restrict what is seen of it.",
      {
        hint: "Give it a role, or a copy, that holds only what is to be seen.",
      },
    );
  }
  return privacy.catalogEntries(rows);
}

/** The driver's parse tree; undefined for texts that are no query, which are refused without asking the engine. */
async function parsed(driver: SqlDriver, sql: string, signal: AbortSignal): Promise<unknown> {
  return driver.dialect.inspect(sql).isQuery ? driver.parse?.(sql, signal) : undefined;
}

function readNames(sql: string, tree: unknown, dialect: SqlDialect, privacy: PrivacyFacts): StatementNames {
  const info = dialect.inspect(sql);
  const names = info.isQuery && info.tooLarge === undefined ? privacy.namesIn(sql, tree) : undefined;
  if (names !== undefined) return names;
  throw (
    refusalOf(info) ??
    new SqlEngineError({
      kind: "not-read-only",
      engineMessage: "Only queries that read may be run, not this statement.",
    })
  );
}

/**
 * Where an engine reports positions of names, a crafted text may make it report wrong ones. In the statement that runs, only
 * the shadows may name a restricted table.
 */
function checkShadows(wanted: readonly AdmittedTable[], found: readonly AdmittedTable[]): void {
  const restricted = (tables: readonly AdmittedTable[]) =>
    tables.map(({ restriction }) => restriction).filter(isRestricted);
  if (restricted(found).length === new Set(restricted(wanted)).size) return;
  throw new SqlEngineError({
    kind: "not-read-only",
    engineMessage: "The statement cannot be read while parts of the database are kept back.",
  });
}

/** Names of CTEs that read restricted tables; the secret keeps authors of statements from guessing them. */
function readerNames({ tables }: Restrictions, secret: string): ReadonlyMap<TableRestriction, string> {
  return new Map(tables.filter(isRestricted).map((table, at) => [table, `fuxi_${secret}_${at}`]));
}

function engineRestrictions(
  { tables, readers }: Restrictions,
  ownReaders: readonly string[],
): EngineRestrictions {
  return {
    tables: tables.filter(isRestricted).map(({ table, schema, denied, deniedColumns, maskedColumns }) => ({
      schema,
      name: table.name,
      ...(denied ? {} : { columns: [...deniedColumns, ...maskedColumns] }),
    })),
    readers: [...readers, ...ownReaders],
    views: tables
      .filter(({ table, denied }) => table.kind === "view" && !denied)
      .map(({ table }) => table.name),
  };
}

function keyUnder(policy: PrivacyRules, key: string): string {
  const text = JSON.stringify(["privacy", key, privacyKey(policy)]);
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** True for statistics of a fully visible column: statistics contain values. */
function isSeen({ table, column }: ColumnStatistics, { tables }: Restrictions): boolean {
  const found = tables.find((each) => each.table.name === table.name && each.table.schema === table.schema);
  if (found === undefined || found.denied) return false;
  return !found.deniedColumns.has(column) && !found.maskedColumns.has(column);
}

/** Restores column names that the engine took from the rewritten text of an expression. */
function inOwnNames(columns: readonly ResultColumn[], edited: EditedStatement): readonly ResultColumn[] {
  return columns.map((column) => ({ ...column, name: edited.ownText(column.name) }));
}

/** The schema without its denied parts; masked columns are marked, without any facts about their values. */
function restrictedSchema(schema: DatabaseSchema, { tables }: Restrictions): DatabaseSchema {
  const of = new Map(tables.map((each) => [each.table, each]));
  const named = (key: ForeignKey) =>
    tables.find(({ table }) => table.name === key.referencedTable && table.schema === key.referencedSchema);
  return {
    ...schema,
    tables: schema.tables.flatMap((table) => {
      const restriction = of.get(table);
      return restriction === undefined || restriction.denied ? [] : [restrictedTable(restriction, named)];
    }),
  };
}

function restrictedTable(
  restriction: TableRestriction,
  named: (key: ForeignKey) => TableRestriction | undefined,
): TableSchema {
  const { table, deniedColumns, maskedColumns } = restriction;
  const hidden = (column: string) => deniedColumns.has(column) || maskedColumns.has(column);
  const keyIsWhole = !table.columns.some(
    ({ name, primaryKeyPosition }) => primaryKeyPosition !== undefined && hidden(name),
  );
  const foreignKeys = table.foreignKeys.filter((key) => {
    const target = named(key);
    if (target === undefined || target.denied || key.columns.some(hidden)) return false;
    return !key.referencedColumns.some(
      (column) => target.deniedColumns.has(column) || target.maskedColumns.has(column),
    );
  });
  const columns = table.columns
    .filter(({ name }) => !deniedColumns.has(name))
    .map((column) => {
      if (maskedColumns.has(column.name)) return maskedColumn(column);
      return withKey(column, keyIsWhole);
    });
  const { note, ...rest } = table;
  // A note may name hidden columns, for example those that partition the table.
  const tells = [...deniedColumns, ...maskedColumns].some((name) =>
    note?.toLowerCase().includes(name.toLowerCase()),
  );
  return { ...rest, ...(note === undefined || tells ? {} : { note }), columns, foreignKeys };
}

function withKey(column: ColumnSchema, keyIsWhole: boolean): ColumnSchema {
  if (keyIsWhole) return column;
  const { primaryKeyPosition: _, ...rest } = column;
  return rest;
}

/** A masked column, without enumerated values and the driver's note, which may come from its cells. */
function maskedColumn({ name, declaredType, nullable, comment }: ColumnSchema): ColumnSchema {
  return {
    name,
    declaredType: withoutValues(declaredType),
    affinity: "text",
    nullable,
    ...(comment === undefined ? {} : { comment }),
    masked: true,
    note: "masked: its values are not shown or searched",
  };
}

/** The type without enumerated values, which some engines list in it: `ENUM('red', 'blue')[]`. */
function withoutValues(type: string): string {
  return type.replaceAll(/\(\s*'(?:[^']|'')*'(?:\s*,\s*'(?:[^']|'')*')*\s*\)/gu, "");
}
