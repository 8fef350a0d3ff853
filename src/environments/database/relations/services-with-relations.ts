import type { ActContext } from "../../../environment/act-context.ts";
import type { ClauseChecker } from "../check/clause-checker.ts";
import { createClauseChecker } from "../check/create-clause-checker.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { ColumnRef, LookupOptions, ValueIndex } from "../index/value-index.ts";
import { driverWithRelations } from "./driver-with-relations.ts";
import type { Relation } from "./relation.ts";
import { schemaWithRelations } from "./relation-table.ts";

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
