import type { DatabaseSchema, TableName } from "../schema/database-schema.ts";
import type { CatalogEntry, PrivacyFacts } from "../sql/privacy-facts.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import { denyDerived } from "./deny-derived.ts";
import type { Definition, Draft } from "./draft.ts";
import { type Mentions, mentionsOf } from "./mentions.ts";
import type { PrivacyPolicy } from "./privacy-policy.ts";
import type { Restrictions, TableRestriction } from "./restrictions.ts";
import { type PlacedTable, selectColumns } from "./select-columns.ts";

/**
 * What a policy means for a database: patterns first, then what holds for a table's parts holds for all of them, then what is made of
 * something denied or masked (views, computed columns) goes as well.
 * @throws FuxiError `configuration-invalid` for a pattern that names nothing, where it is `strict`, and where the engine itself may call what reads
 * something hidden
 */
export function resolveRestrictions(
  policy: PrivacyPolicy,
  schema: DatabaseSchema,
  catalog: readonly CatalogEntry[],
  /** `strict`: a pattern has to name something. */
  { dialect, strict }: { readonly dialect: SqlDialect; readonly strict: boolean },
): Restrictions {
  const placed = placeTables(schema, catalog);
  const drafts = draftsOf(policy, placed, strict);
  shareWithinFamilies(drafts);
  const names = new Set(placed.map(({ table }) => table.name));
  const definitions = catalog.flatMap((entry): readonly Definition[] => {
    const { definition, calls } = entry;
    if (definition === undefined) return [];
    return [
      {
        entry,
        mentions: mentionsIn(entry, definition, names, dialect),
        ...(calls === undefined ? {} : { calls: mentionsOf(calls, dialect.lexical).names }),
      },
    ];
  });
  const functionReaders = denyDerived(drafts, definitions, dialect.privacy);
  for (const draft of drafts) {
    if (
      draft.table.columns.every(({ name }) => draft.deniedColumns.has(name)) &&
      draft.deniedColumns.size > 0
    )
      draft.denied = true;
  }
  return {
    tables: drafts.map(
      ({ table, schema: home, maskedColumns, ...rest }): TableRestriction => ({
        table,
        schema: home,
        denied: rest.denied,
        deniedColumns: rest.deniedColumns,
        maskedColumns: new Set([...maskedColumns].filter((name) => !rest.deniedColumns.has(name))),
      }),
    ),
    ownFunctions: new Set(ownFunctions(catalog, functionReaders, dialect.privacy)),
    readers: readersOf(drafts, definitions),
  };
}

/**
 * Without those of extensions that read nothing hidden and have the name of one of the engine's, which is called by it for most values: citext
 * brings a `max` and a `replace` along, pgvector an `avg`.
 */
function ownFunctions(
  catalog: readonly CatalogEntry[],
  readers: ReadonlySet<string>,
  privacy: PrivacyFacts | undefined,
): readonly string[] {
  const isHarmless = (name: string) =>
    !readers.has(name) &&
    (privacy?.isHarmlessFunction(name, "call") === true ||
      privacy?.isHarmlessFunction(name, "table") === true);
  return catalog
    .filter(({ kind }) => kind === "function")
    .filter(({ name, ofExtension }) => ofExtension !== true || !isHarmless(name.toLowerCase()))
    .map(({ name }) => name.toLowerCase());
}

function mentionsIn(
  { takesUnnamedColumns }: CatalogEntry,
  definition: string,
  tables: ReadonlySet<string>,
  { lexical, privacy }: SqlDialect,
): Mentions {
  const mentions = mentionsOf(definition, lexical);
  const unnamedColumns =
    takesUnnamedColumns === true || (privacy?.takesUnnamedColumns?.(definition, tables) ?? false);
  return unnamedColumns ? { ...mentions, unnamedColumns } : mentions;
}

function placeTables(schema: DatabaseSchema, catalog: readonly CatalogEntry[]): readonly PlacedTable[] {
  const homes = new Map(
    catalog
      .filter(({ kind, visible }) => visible && (kind === "table" || kind === "view"))
      .map((entry) => [entry.name, entry.schema]),
  );
  return schema.tables.map((table) => ({ table, schema: table.schema ?? homes.get(table.name) ?? "" }));
}

function draftsOf(policy: PrivacyPolicy, placed: readonly PlacedTable[], strict: boolean): readonly Draft[] {
  const allowed = policy.allow && selectColumns(policy.allow, placed, strict);
  const denied = selectColumns(policy.deny ?? [], placed, strict);
  const masked = selectColumns(policy.mask ?? [], placed, strict);
  return placed.map(({ table, schema }): Draft => {
    const names = table.columns.map(({ name }) => name);
    const [allow, deny, mask] = [allowed?.get(table), denied.get(table), masked.get(table)];
    const visible =
      allowed === undefined || allow?.whole === true
        ? names
        : names.filter((name) => allow?.columns.has(name));
    return {
      table,
      schema,
      allowedByName: allow?.byName === true,
      denied: deny?.whole === true || (allowed !== undefined && allow === undefined),
      deniedColumns: new Set(names.filter((name) => !visible.includes(name) || deny?.columns.has(name))),
      maskedColumns: new Set(mask?.whole === true ? names : names.filter((name) => mask?.columns.has(name))),
    };
  });
}

/** A parent shows the rows of its children, and they have its columns. */
function shareWithinFamilies(drafts: readonly Draft[]): void {
  const find = ({ schema, name }: TableName) =>
    drafts.find(({ table }) => table.name === name && table.schema === schema);
  for (let changed = true; changed; ) {
    changed = false;
    for (const parent of drafts) {
      for (const name of [...(parent.table.partitions ?? []), ...(parent.table.inheritors ?? [])]) {
        const child = find(name);
        if (child === undefined) continue;
        changed = share(parent, child) || share(child, parent) || changed;
      }
    }
  }
}

function share(from: Draft, to: Draft): boolean {
  const columns = new Set(to.table.columns.map(({ name }) => name));
  const before = [to.denied, to.deniedColumns.size, to.maskedColumns.size].join();
  to.denied ||= from.denied;
  for (const name of from.deniedColumns) if (columns.has(name)) to.deniedColumns.add(name);
  for (const name of from.maskedColumns) if (columns.has(name)) to.maskedColumns.add(name);
  return before !== [to.denied, to.deniedColumns.size, to.maskedColumns.size].join();
}

function readersOf(drafts: readonly Draft[], definitions: readonly Definition[]): readonly string[] {
  const views = definitions.filter(({ entry }) => entry.kind === "view");
  const readers = new Set(
    drafts
      .filter(({ allowedByName, denied }) => allowedByName && !denied)
      .flatMap(({ table }) => {
        return table.kind === "view" ? [table.name] : [];
      }),
  );
  for (const name of readers) {
    const { mentions } = views.find(({ entry }) => entry.name === name) ?? {};
    for (const { entry } of views) if (mentions?.names.has(entry.name.toLowerCase())) readers.add(entry.name);
  }
  return [...readers];
}
