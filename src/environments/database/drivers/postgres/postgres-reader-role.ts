import { joinedTexts, type NamingText, namingText, schemaNamed } from "../../driver/naming-text.ts";

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Statements that make a role which can only read this database, to be run by its owner. */
export function readerRoleSql(database: string, schemas: readonly string[]): NamingText {
  const shown = schemas.length === 0 ? ["public"] : schemas;
  const lines: readonly (string | NamingText)[] = [
    "CREATE ROLE fuxi_reader LOGIN PASSWORD 'choose one';",
    `GRANT CONNECT ON DATABASE ${quoted(database)} TO fuxi_reader;`,
    ...shown.flatMap((schema) => {
      const name = schemaNamed(schema, quoted(schema));
      return [
        namingText`GRANT USAGE ON SCHEMA ${name} TO fuxi_reader;`,
        namingText`GRANT SELECT ON ALL TABLES IN SCHEMA ${name} TO fuxi_reader;`,
        namingText`ALTER DEFAULT PRIVILEGES IN SCHEMA ${name} GRANT SELECT ON TABLES TO fuxi_reader;`,
      ];
    }),
    "ALTER ROLE fuxi_reader SET statement_timeout = '30s';",
  ];
  return joinedTexts(lines, "\n");
}
