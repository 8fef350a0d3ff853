import type { DatabaseSchema } from "../schema/database-schema.ts";

/** Of what was in doubt as the database was made, what may bear on a query: all but what begins with the name of a table that it does not name. */
export function doubtsAbout(
  sql: string,
  doubts: readonly string[],
  { tables }: Pick<DatabaseSchema, "tables">,
): readonly string[] {
  const query = sql.toLowerCase();
  const others = tables.map(({ name }) => name.toLowerCase()).filter((name) => !query.includes(name));
  return doubts.filter((doubt) => !others.some((name) => doubt.toLowerCase().startsWith(`${name}: `)));
}
