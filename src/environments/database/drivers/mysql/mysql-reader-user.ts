const quoted = (name: string): string => `\`${name.replaceAll("`", "``")}\``;

/** Statements that make a user who can only read these databases, to be run by an administrator. */
export function readerUserSql(databases: readonly string[]): string {
  return [
    "CREATE USER 'fuxi_reader'@'%' IDENTIFIED BY 'choose one';",
    ...databases.map(
      (name) => `GRANT SELECT, SHOW VIEW ON ${quoted(name).replaceAll("_", "\\_")}.* TO 'fuxi_reader'@'%';`,
    ),
  ].join("\n");
}
