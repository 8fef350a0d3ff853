import type { ActContext } from "../../../environment/act-context.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { type ClauseChecker, createClauseChecker } from "../check/create-clause-checker.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { SqlDriver } from "../driver/sql-driver.ts";
import { SqlEngineError } from "../driver/sql-engine-error.ts";
import type { SqlValue } from "../driver/sql-value.ts";
import type { ColumnRef, LookupOptions, ValueIndex } from "../index/value-index.ts";
import type { ColumnAffinity, DatabaseSchema, TableSchema } from "../schema/database-schema.ts";
import { readQuery } from "../sql/read-query.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import { cut, type Token, type TokenizedText } from "../sql/token.ts";
import { tokenize } from "../sql/tokenize.ts";
import { boundJson, type Relation, readRelationValues, relationTitle, VALUE_COLUMN } from "./relation.ts";

/** A relation as checks, descriptions and suggestions of names see it. */
function relationTable(relation: Relation, dialect: Pick<SqlDialect, "comparesAcrossTypes">): TableSchema {
  const dated = relation.type === "date" || relation.type === "datetime";
  // An engine that lets any value stand anywhere has no dates but texts.
  const affinity: ColumnAffinity = dated && dialect.comparesAcrossTypes ? "text" : relation.type;
  return {
    name: relation.name,
    kind: "values",
    columns: [{ name: VALUE_COLUMN, declaredType: affinity, affinity, nullable: true, unique: true }],
    foreignKeys: [],
    comment: relationTitle(relation),
    rowCount: { value: relation.total, exact: true },
  };
}

const made = new WeakMap<DatabaseSchema, { readonly key: string; readonly schema: DatabaseSchema }>();

/** The schema with the relations of a workspace; the same object while they are the same, as much is kept by schema. */
function schemaWithRelations(
  schema: DatabaseSchema,
  relations: readonly Relation[],
  dialect: Pick<SqlDialect, "comparesAcrossTypes">,
): DatabaseSchema {
  const key = JSON.stringify(relations);
  const kept = made.get(schema);
  if (kept?.key === key) return kept.schema;
  const tables = relations.map((relation) => relationTable(relation, dialect));
  const extended = { tables: [...schema.tables, ...tables] };
  made.set(schema, { key, schema: extended });
  return extended;
}

interface Working {
  readonly services: DatabaseServices;
  readonly checker: ClauseChecker;
}

/** What one action works with where its workspace has relations: they are tables like any other then. */
export function withRelations(
  working: Working,
  relations: readonly Relation[] | undefined,
  context: Pick<ActContext, "artifacts" | "principal">,
): Working {
  if (relations === undefined || relations.length === 0) return working;
  const { driver, schema, index } = working.services;
  const services: DatabaseServices = {
    driver: driverWithRelations(driver, relations, context),
    schema: schemaWithRelations(schema, relations, driver.dialect),
    index: indexBeside(index, relations),
  };
  return { services, checker: createClauseChecker(services) };
}

/** The index knows nothing of relations: a look into one finds nothing, and the engine is asked. */
function indexBeside(index: ValueIndex, relations: readonly Relation[]): ValueIndex {
  const isRelation = (column: ColumnRef | undefined) =>
    column !== undefined &&
    column.schema === undefined &&
    relations.some(({ name }) => name.toLowerCase() === column.table.toLowerCase());
  const nothing = async () => ({ matches: [], incomplete: [] });
  return {
    findExact: (value: string, options: LookupOptions) =>
      isRelation(options.column) ? nothing() : index.findExact(value, options),
    findFuzzy: (value: string, options: LookupOptions) =>
      isRelation(options.column) ? nothing() : index.findFuzzy(value, options),
    ensureBuilt: (options) => index.ensureBuilt(options),
    state: () => index.state(),
    close: async () => {},
  };
}

/**
 * The driver as a workspace with relations sees it: a statement that names one gets it as a CTE in front, whose values are bound as one
 * parameter. They are read when a statement first needs them.
 *
 * @throws FuxiError `artifact-missing` from `query` where the values of a relation have expired
 */
function driverWithRelations(
  driver: SqlDriver,
  relations: readonly Relation[],
  context: Pick<ActContext, "artifacts" | "principal">,
): SqlDriver {
  const { dialect } = driver;
  const read = new Map<Relation, Promise<string>>();
  const jsonOf = (relation: Relation): Promise<string> => {
    const kept = read.get(relation) ?? valuesJson(relation, context);
    read.set(relation, kept);
    return kept;
  };
  const used = (sql: string): readonly Relation[] => {
    const names = namesUsed(
      sql,
      relations.map(({ name }) => name),
      dialect,
    );
    return relations.filter(({ name }) => names.includes(name));
  };
  // Placeholders that are all written alike are counted by their place in the text, and what is put in stands first.
  const byPlace = dialect.placeholder(1) === dialect.placeholder(2);
  const extend = (sql: string, needed: readonly Relation[], given: number): ExtendedStatement => {
    const tables = needed.map(({ name, type, total }, at) => {
      const heading = `${dialect.identifier(name)}(${VALUE_COLUMN})`;
      const placeholder = dialect.placeholder(byPlace ? at + 1 : given + at + 1);
      return dialect.boundColumn?.commonTable(heading, placeholder, { type, count: total }) ?? "";
    });
    return withCommonTables(sql, tables, dialect);
  };
  const within = async <T>(statement: ExtendedStatement, run: (sql: string) => Promise<T>): Promise<T> => {
    try {
      return await run(statement.sql);
    } catch (error) {
      throw error instanceof SqlEngineError ? inOwnText(error, statement) : error;
    }
  };
  return {
    target: driver.target,
    dialect,
    introspect: (signal) => driver.introspect(signal),
    dataVersion: (signal) => driver.dataVersion(signal),
    ...(driver.changedAt === undefined ? {} : { changedAt: () => driver.changedAt?.() }),
    close: async () => {},
    async compile(sql, signal) {
      const needed = used(sql);
      if (needed.length === 0) return driver.compile(sql, signal);
      return within(extend(sql, needed, 0), (extended) => driver.compile(extended, signal));
    },
    async query(sql, parameters, options) {
      const needed = used(sql);
      if (needed.length === 0) return driver.query(sql, parameters, options);
      const values: readonly SqlValue[] = await Promise.all(needed.map(jsonOf));
      const all = byPlace ? [...values, ...parameters] : [...parameters, ...values];
      return within(extend(sql, needed, parameters.length), (extended) =>
        driver.query(extended, all, options),
      );
    },
  };
}

async function valuesJson(
  relation: Relation,
  context: Pick<ActContext, "artifacts" | "principal">,
): Promise<string> {
  try {
    return boundJson(relation.type, await readRelationValues(relation.values, context));
  } catch (error) {
    if (!FuxiError.isInstance(error) || error.code !== "artifact-missing") throw error;
    throw new FuxiError("artifact-missing", `The values of ${relation.name} are no longer kept.`, {
      hint: `Hand ${relation.reference} over again under the same name.`,
      cause: error,
    });
  }
}

/** The engine's complaint with its place in the text that was given. */
function inOwnText(error: SqlEngineError, { insertedAt, insertedLength }: ExtendedStatement): SqlEngineError {
  const { offset, ...facts } = error.facts;
  if (offset === undefined || offset < insertedAt) return error;
  const own = offset - insertedLength;
  return new SqlEngineError(own < insertedAt ? facts : { ...facts, offset: own }, { cause: error.cause });
}

/** A statement with something put into it, and where. */
interface ExtendedStatement {
  readonly sql: string;
  readonly insertedAt: number;
  readonly insertedLength: number;
}

/** Those of the names that a statement uses; a CTE of its own under the name hides what is meant here. */
export function namesUsed(
  sql: string,
  names: readonly string[],
  { lexical, sameIdentifier }: Pick<SqlDialect, "lexical" | "sameIdentifier">,
): readonly string[] {
  const text = tokenize(sql, lexical);
  const written = new Set(text.tokens.flatMap((token) => nameIn(text, token) ?? []));
  const used = names.filter((name) => [...written].some((each) => sameIdentifier(each, name)));
  if (used.length === 0) return [];
  const own = readQuery(sql, lexical)?.ctes ?? [];
  return used.filter((name) => !own.some((cte) => sameIdentifier(cte.name, name)));
}

/** Puts CTEs before those of a statement: after its WITH [RECURSIVE], or with a WITH of their own at its beginning. */
export function withCommonTables(
  sql: string,
  tables: readonly string[],
  { lexical }: Pick<SqlDialect, "lexical">,
): ExtendedStatement {
  const text = tokenize(sql, lexical);
  const [first, second, third] = text.tokens;
  const isWith = first?.kind === "word" && first.value === "WITH";
  // `WITH recursive AS (…)` is a CTE of that name.
  const isRecursive =
    isWith && second?.kind === "word" && second.value === "RECURSIVE" && third?.value !== "AS";
  const insertedAt = isWith ? ((isRecursive ? second : first)?.end ?? 0) : (first?.start ?? 0);
  const list = tables.join(", ");
  const inserted = isWith ? ` ${list},` : `WITH ${list} `;
  return {
    sql: `${sql.slice(0, insertedAt)}${inserted}${sql.slice(insertedAt)}`,
    insertedAt,
    insertedLength: inserted.length,
  };
}

function nameIn(text: TokenizedText, token: Token): string | undefined {
  if (token.kind === "word") return cut(text, token);
  return token.kind === "identifier" ? token.value : undefined;
}
