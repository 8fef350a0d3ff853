import { SqlEngineError } from "../driver/sql-engine-error.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import type { NamedFunction, NamedRelation, PrivacyFacts, StatementNames } from "./privacy-facts.ts";
import { isRestricted, type Restrictions, type TableRestriction } from "./restrictions.ts";

/** A table that a statement names and that is at least partly visible. */
export interface AdmittedTable {
  readonly relation: NamedRelation;
  readonly restriction: TableRestriction;
}

/**
 * Admits a statement that names only visible tables, and functions and types that cannot reach hidden ones. A hidden name
 * gets the same error as a name that does not exist.
 * @throws SqlEngineError
 */
export function admitNames(
  names: StatementNames,
  restrictions: Restrictions,
  { privacy, dialect }: { readonly privacy: PrivacyFacts; readonly dialect: SqlDialect },
): readonly AdmittedTable[] {
  refuseFunctions(names, restrictions, privacy);
  refuseTypes(names, restrictions, privacy, dialect);
  return names.relations.map((relation) => {
    const restriction = restrictions.tables.find((each) => isNamed(relation, each, privacy));
    if (restriction === undefined || restriction.denied) {
      const identifier = [relation.schema, relation.name].filter((part) => part !== undefined).join(".");
      throw new SqlEngineError({
        kind: "unknown-table",
        engineMessage: privacy.unknownTable(identifier),
        identifier,
        offset: relation.start,
      });
    }
    return { relation, restriction };
  });
}

function isNamed(
  { schema, name }: NamedRelation,
  { table, schema: home }: TableRestriction,
  { isSameName }: PrivacyFacts,
): boolean {
  if (!isSameName(name, table.name)) return false;
  return schema === undefined ? table.schema === undefined : isSameName(schema, home);
}

interface Called {
  readonly schema: string | undefined;
  readonly name: string;
  /** True if a user of the database created a function of that name. */
  readonly own: boolean;
}

function refuseFunctions(
  { functions }: StatementNames,
  { ownFunctions, tables }: Restrictions,
  privacy: PrivacyFacts,
): void {
  const harmless =
    (form: "call" | "table") =>
    ({ schema, name, own }: Called) =>
      !own && (schema === undefined || schema === "pg_catalog") && privacy.isHarmlessFunction(name, form);
  const passesAs: Readonly<Record<NamedFunction["form"], (called: Called) => boolean>> = {
    call: harmless("call"),
    table: harmless("table"),
    attribute: ({ name, own }) =>
      !(own || privacy.isCatalogFunction(name)) || tables.some((each) => seesColumn(each, name)),
    operator: ({ own }) => !own,
  };
  for (const { schema, name, form, offset } of functions) {
    const own = ownFunctions.has(name.toLowerCase());
    const passes = passesAs[form]({ schema, name, own });
    const isTable =
      privacy.tablesAreCalled === true &&
      form === "call" &&
      tables.some((each) => !isRestricted(each) && privacy.isSameName(name, each.table.name));
    if (passes || isTable) continue;
    throw new SqlEngineError({
      kind: "unknown-function",
      engineMessage: privacy.unknownFunction(name),
      identifier: name,
      ...(offset === undefined ? {} : { offset }),
    });
  }
}

function seesColumn({ table, denied, deniedColumns }: TableRestriction, name: string): boolean {
  return !denied && !deniedColumns.has(name) && table.columns.some((column) => column.name === name);
}

/** Admits built-in types and types of visible columns, but no tables, whose fields are their columns. */
function refuseTypes(
  { types }: StatementNames,
  { tables }: Restrictions,
  privacy: PrivacyFacts,
  { sameIdentifier }: SqlDialect,
): void {
  for (const { schema, name } of types) {
    if ((schema === undefined || schema === "pg_catalog") && privacy.isBuiltInType(name)) continue;
    const isColumns = tables.some((each) =>
      each.table.columns.some(
        (column) =>
          seesColumn(each, column.name) &&
          // The labels of an enumerated type are values.
          !each.maskedColumns.has(column.name) &&
          sameIdentifier(column.declaredType.replace(/\[\]$/u, ""), name),
      ),
    );
    // A column may have a table as its type.
    if (isColumns && !tables.some(({ table }) => privacy.isSameName(name, table.name))) continue;
    throw new SqlEngineError({
      kind: "type-mismatch",
      engineMessage: privacy.unknownType(name),
      identifier: name,
    });
  }
}
