import type { ActContext } from "../../../environment/act-context.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { SqlDriver } from "../driver/sql-driver.ts";
import { SqlEngineError } from "../driver/sql-engine-error.ts";
import type { SqlValue } from "../driver/sql-value.ts";
import { boundJson } from "./bound-values.ts";
import { readRelationValues } from "./read-relation-values.ts";
import { type Relation, VALUE_COLUMN } from "./relation.ts";
import { type ExtendedStatement, namesUsed, withCommonTables } from "./with-common-tables.ts";

/**
 * The driver as a workspace with relations sees it: a statement that names one gets it as a CTE in front, whose values are bound as one
 * parameter. They are read when a statement first needs them.
 *
 * @throws FuxiError `artifact-missing` from `query` where the values of a relation have expired
 */
export function driverWithRelations(
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
