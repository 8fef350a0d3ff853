type Node = { readonly [key: string]: unknown };

/** The table and column that a result column comes from unchanged. */
export interface DuckdbOrigin {
  readonly table: string;
  readonly column: string;
}

/** A base table as the catalog writes it, with its columns in their order. */
export interface BaseTable {
  readonly table: string;
  readonly columns: readonly string[];
}

/** The base table that is called so; undefined for a view, a file, and what is not there. */
export type BaseTables = (schema: string, table: string) => BaseTable | undefined;

/** Something that rows are read from; without columns where it is no base table. */
interface Source {
  readonly name: string;
  readonly table: string;
  readonly columns?: readonly string[];
}

/**
 * Where the columns of a query's result come from, by the engine's own parse tree (`json_serialize_sql`), as it does not tell itself: plain names of
 * columns of base tables, and a plain star over them. Nothing for expressions, and nothing where a name could mean anything else.
 * @param count columns of the result: where the tree makes another number of them, nothing is told
 */
export function duckdbResultOrigins(
  tree: unknown,
  count: number,
  tables: BaseTables,
): readonly (DuckdbOrigin | undefined)[] {
  const { statements } = (tree ?? {}) as { readonly statements?: readonly { readonly node?: Node }[] };
  const node = statements?.length === 1 ? statements[0]?.node : undefined;
  // Of several groupings at once, the rows of one have NULL for what another groups by.
  if (node?.type !== "SELECT_NODE" || listOf(node.group_sets).length > 1) return [];
  const common = new Set(listOf((node.cte_map as Node | undefined)?.map).map(({ key }) => fold(text(key))));
  const sources = sourcesOf(node.from_table, { common, tables });
  const origins = listOf(node.select_list).flatMap((item) => originsOf(item, sources, node));
  return origins.length === count ? origins : [];
}

function originsOf(
  item: Node,
  sources: readonly Source[],
  node: Node,
): readonly (DuckdbOrigin | undefined)[] {
  if (item.class === "STAR") return starOrigins(item, sources, node);
  if (item.class !== "COLUMN_REF") return [undefined];
  const names = item.column_names as readonly string[];
  if (names.length > 2) return [undefined];
  const column = names.at(-1) ?? "";
  const given = names.length === 2 ? names[0] : undefined;
  const meant = given === undefined ? sources : sources.filter(({ name }) => fold(name) === fold(given));
  // Whatever is no base table may have a column of that name, too.
  if (meant.some(({ columns }) => columns === undefined)) return [undefined];
  const found = meant.flatMap(({ table, columns = [] }) =>
    columns.filter((each) => fold(each) === fold(column)).map((each) => ({ table, column: each })),
  );
  return [found.length === 1 ? found[0] : undefined];
}

/** A star with something taken out of it, or over columns that a join puts together, makes a number of columns that is not counted here. */
function starOrigins(
  item: Node,
  sources: readonly Source[],
  node: Node,
): readonly (DuckdbOrigin | undefined)[] {
  const isPlain =
    item.columns !== true &&
    text(item.relation_name) === "" &&
    ["exclude_list", "qualified_exclude_list", "replace_list", "rename_list"].every((part) =>
      isEmpty(item[part]),
    );
  const from = node.from_table as Node | undefined;
  if (!isPlain || from?.type !== "BASE_TABLE") return [];
  return sources.flatMap(({ table, columns = [] }) => columns.map((column) => ({ table, column })));
}

function sourcesOf(
  reference: unknown,
  within: { readonly common: ReadonlySet<string>; readonly tables: BaseTables },
): readonly Source[] {
  const node = (reference ?? {}) as Node;
  if (node.type === "JOIN") return [...sourcesOf(node.left, within), ...sourcesOf(node.right, within)];
  if (node.type === "EMPTY") return [];
  const [catalog, schema, table] = [text(node.catalog_name), text(node.schema_name), text(node.table_name)];
  const name = text(node.alias) || table;
  const isCommon = catalog === "" && schema === "" && within.common.has(fold(table));
  if (node.type !== "BASE_TABLE" || catalog !== "" || isCommon || !isEmpty(node.column_name_alias))
    return [{ name, table }];
  return [{ name, table, ...within.tables(schema === "" ? "main" : schema, table) }];
}

function listOf(value: unknown): readonly Node[] {
  return Array.isArray(value) ? (value as readonly Node[]) : [];
}

function isEmpty(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value === undefined || value === null;
  return Object.keys(value).length === 0;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** DuckDB folds ASCII letters only. */
function fold(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase());
}
