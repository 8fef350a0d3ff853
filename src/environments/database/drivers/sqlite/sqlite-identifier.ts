/** Words that SQLite does not take as a column, table or alias in every place (tried on the engine; the rest of its keywords may stand bare). */
const RESERVED = new Set(
  `add all alter and as autoincrement between case cast check collate commit constraint create cross current_date
  current_time current_timestamp default deferrable delete distinct drop else escape except exists foreign from full
  group having in index indexed inner insert intersect into is isnull join left limit natural not nothing notnull null
  on or order outer primary raise references returning right select set table then to transaction union unique update
  using values when where window`.split(/\s+/u),
);

/** A name as a statement writes it. */
export function sqliteIdentifier(name: string): string {
  if (/^[A-Za-z_][\w$]*$/u.test(name) && !RESERVED.has(name.toLowerCase())) return name;
  // A misspelt word in double quotes would silently be text; in backticks it is an error that can be told.
  return name.includes("`") ? `"${name.replaceAll('"', '""')}"` : `\`${name}\``;
}
