import type { ActContext } from "../../../environment/act-context.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { SqlDriver } from "../driver/sql-driver.ts";
import { SqlEngineError } from "../driver/sql-engine-error.ts";
import type { SqlValue } from "../driver/sql-value.ts";
import type { ColumnRef, LookupOptions, ValueIndex } from "../index/value-index.ts";
import type { ColumnAffinity, DatabaseSchema, TableSchema } from "../schema/database-schema.ts";
import { commonTablesEdit, type EditedStatement, editStatement } from "../sql/edit-statement.ts";
import { nameOf, readQuery } from "../sql/read-query.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import { tokenize } from "../sql/tokenize.ts";
import { boundJson, type Relation, readRelationValues, relationTitle, VALUE_COLUMN } from "./relation.ts";

/** A relation as a table, for checks, descriptions and suggestions of names. */
function relationTable(relation: Relation, dialect: Pick<SqlDialect, "comparesAcrossTypes">): TableSchema {
  const dated = relation.type === "date" || relation.type === "datetime";
  // An engine without strict types stores dates as text.
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

/** The schema with the relations of a workspace. Equal relations give the same object, because caches use the schema as key. */
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

/** The services of one action, in which the workspace's relations are tables like any other. */
export function withRelations(
  services: DatabaseServices,
  relations: readonly Relation[] | undefined,
  context: Pick<ActContext, "artifacts" | "principal">,
): DatabaseServices {
  if (relations === undefined || relations.length === 0) return services;
  const { driver, schema, index } = services;
  return {
    driver: driverWithRelations(driver, relations, context),
    schema: schemaWithRelations(schema, relations, driver.dialect),
    index: indexBeside(index, relations),
  };
}

/** The index does not hold relations: a lookup in one finds nothing, and callers ask the engine. */
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
 * A driver for a workspace with relations. It adds a CTE for each relation that a statement names, with its values bound as one
 * parameter. Values are read when a statement first needs them.
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
  // Placeholders without numbers (`?`) bind by position, and the added CTEs come first in the text.
  const byPlace = dialect.placeholder(1) === dialect.placeholder(2);
  const extend = (sql: string, needed: readonly Relation[], given: number): EditedStatement => {
    const tables = needed.map(({ name, type, total }, at) => {
      const heading = `${dialect.identifier(name)}(${VALUE_COLUMN})`;
      const placeholder = dialect.placeholder(byPlace ? at + 1 : given + at + 1);
      return dialect.boundColumn?.commonTable(heading, placeholder, { type, count: total }) ?? "";
    });
    return editStatement(sql, [commonTablesEdit(sql, tables, dialect)]);
  };
  const within = async <T>(statement: EditedStatement, run: (sql: string) => Promise<T>): Promise<T> => {
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

/** The engine's error with its offset in the given text. */
function inOwnText(error: SqlEngineError, { ownOffset }: EditedStatement): SqlEngineError {
  const { offset, ...facts } = error.facts;
  const own = offset === undefined ? undefined : ownOffset(offset);
  return new SqlEngineError(own === undefined ? facts : { ...facts, offset: own }, { cause: error.cause });
}

/** The names of relations that a statement uses. A CTE of the statement hides a relation of the same name. */
export function namesUsed(
  sql: string,
  names: readonly string[],
  { lexical, sameIdentifier }: Pick<SqlDialect, "lexical" | "sameIdentifier">,
): readonly string[] {
  const text = tokenize(sql, lexical);
  const written = new Set(text.tokens.flatMap((token) => nameOf(text, token) ?? []));
  const used = names.filter((name) => [...written].some((each) => sameIdentifier(each, name)));
  if (used.length === 0) return [];
  const own = readQuery(sql, lexical)?.ctes ?? [];
  return used.filter((name) => !own.some((cte) => sameIdentifier(cte.name, name)));
}

/** A query as evidence, preceded by a comment for each relation that it uses, which describes the relation. */
export function evidenceSql(
  sql: string,
  relations: readonly Relation[] | undefined,
  dialect: Pick<SqlDialect, "lexical" | "sameIdentifier">,
): string {
  if (relations === undefined) return sql;
  const used = namesUsed(
    sql,
    relations.map(({ name }) => name),
    dialect,
  );
  const comments = relations
    .filter(({ name }) => used.includes(name))
    .map((relation) => `-- ${relation.name}(${VALUE_COLUMN}): ${relationTitle(relation)}\n`);
  return `${comments.join("")}${sql}`;
}
