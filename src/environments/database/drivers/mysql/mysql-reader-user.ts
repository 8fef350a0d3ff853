const quoted = (name: string): string => `\`${name.replaceAll("`", "``")}\``;

/** Statements that make a user who can only read this database, to be run by an administrator. */
export function readerUserSql(database: string): string {
  return [
    "CREATE USER 'fuxi_reader'@'%' IDENTIFIED BY 'choose one';",
    `GRANT SELECT, SHOW VIEW ON ${quoted(database).replaceAll("_", "\\_")}.* TO 'fuxi_reader'@'%';`,
  ].join("\n");
}
