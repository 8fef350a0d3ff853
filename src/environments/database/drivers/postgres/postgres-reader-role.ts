const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Statements that make a role which can only read this database, to be run by its owner. */
export function readerRoleSql(database: string, schemas: readonly string[]): string {
  const shown = schemas.length === 0 ? ["public"] : schemas;
  return [
    "CREATE ROLE fuxi_reader LOGIN PASSWORD 'choose one';",
    `GRANT CONNECT ON DATABASE ${quoted(database)} TO fuxi_reader;`,
    ...shown.flatMap((schema) => [
      `GRANT USAGE ON SCHEMA ${quoted(schema)} TO fuxi_reader;`,
      `GRANT SELECT ON ALL TABLES IN SCHEMA ${quoted(schema)} TO fuxi_reader;`,
      `ALTER DEFAULT PRIVILEGES IN SCHEMA ${quoted(schema)} GRANT SELECT ON TABLES TO fuxi_reader;`,
    ]),
    "ALTER ROLE fuxi_reader SET statement_timeout = '30s';",
  ].join("\n");
}
