import type { PrivacyFacts } from "../sql/privacy-facts.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import type { StatementNames } from "../sql/statement-names.ts";
import type { AdmittedTable } from "./admit-names.ts";
import type { Edit } from "./edited-statement.ts";
import { isRestricted } from "./restrictions.ts";

/**
 * `public.users.name` means the table itself, which its shadow has no schema to stand for: the schema is left out before columns. Where
 * something else of the statement has the table's name, it could be meant then, and the schema stays.
 */
export function ownerEdits(
  tables: readonly AdmittedTable[],
  { owners, given }: StatementNames,
  { isSameName }: PrivacyFacts,
  { identifier }: SqlDialect,
): readonly Edit[] {
  return owners.flatMap(({ schema, table, start, end }) => {
    const called = tables.filter(({ restriction }) => isSameName(table, restriction.table.name));
    const [first] = called;
    if (first === undefined || !isRestricted(first.restriction)) return [];
    const { restriction } = first;
    const isOther = called.some((each) => each.restriction !== restriction);
    const isGiven = given.some((name) => isSameName(name, table) || isSameName(name, schema));
    if (isOther || isGiven || !isSameName(schema, restriction.schema)) return [];
    return [{ at: start, removed: end - start, text: identifier(restriction.table.name) }];
  });
}
