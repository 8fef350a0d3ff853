import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { TableName } from "../schema/database-schema.ts";
import type { CatalogEntry, PrivacyFacts } from "../sql/privacy-facts.ts";
import type { Definition, Draft } from "./draft.ts";
import type { Mentions } from "./mentions.ts";

/**
 * Denies what is made of something denied or masked: views, computed columns and functions, through any number of steps. Catalogs count as hidden:
 * they name what is denied, and statistics in them hold its values. Returns the functions and operators that read something hidden, in lower case.
 * @throws FuxiError `configuration-invalid` where the engine may call such a function for a statement that does not name it
 */
export function denyDerived(
  drafts: readonly Draft[],
  definitions: readonly Definition[],
  privacy: PrivacyFacts | undefined,
): ReadonlySet<string> {
  const readers = new Set<string>();
  const draftNamed = new Map(drafts.map((draft) => [placeOf(draft.schema, draft.table.name), draft]));
  const namesCatalog = ({ names }: Mentions) => [...names].some((name) => privacy?.isCatalogTable(name));
  for (let changed = true; changed; ) {
    changed = false;
    for (const definition of definitions) {
      const { entry, mentions } = definition;
      if (entry.kind === "unseen") continue;
      const isFunction = entry.kind === "function";
      // A function may have the name of a table.
      const own = isFunction ? undefined : draftNamed.get(placeOf(entry.schema, entry.name));
      if (entry.kind === "column") {
        changed = (own !== undefined && restrictComputed(own, definition, readers)) || changed;
        continue;
      }
      const name = entry.name.toLowerCase();
      if (isFunction ? readers.has(name) : !own || own.denied || own.allowedByName) continue;
      const takes =
        callsOneOf(definition, readers) ||
        entry.mayReadAnything === true ||
        drafts.some((draft) => draft !== own && takesFrom(entry, mentions, draft)) ||
        namesCatalog(mentions);
      if (!takes) continue;
      if (own) own.denied = true;
      else readers.add(name);
      changed = true;
    }
  }
  const unseen = definitions.find((each) => each.entry.kind === "unseen" && callsOneOf(each, readers));
  if (unseen !== undefined) throw calledUnseen(unseen.entry.name);
  return readers;
}

function calledUnseen(what: string): FuxiError {
  return new FuxiError(
    "configuration-invalid",
    `The privacy rules cannot be held: the engine calls the function of ${what} by itself, and that function may read what is hidden.`,
    {
      hint: "Have the function read nothing that is hidden, drop what calls it, or connect as a role that may read only what is to be seen.",
    },
  );
}

const SIGN = /^[^\w"]+$/u;
/** BETWEEN, IN, CASE and USING call these without writing them. */
const COMPARISON = /^(?:=|<>|[<>]=?)$/u;

function callsOneOf(
  { entry, mentions: { names }, calls }: Definition,
  readers: ReadonlySet<string>,
): boolean {
  if (calls !== undefined) return [...readers].some((name) => calls.has(name));
  const text = entry.kind === "function" && !SIGN.test(entry.name) ? entry.definition : undefined;
  return [...readers].some((name) => {
    if (names.has(name)) return true;
    // The text of a function may be one that the engine has not read yet.
    return text !== undefined && SIGN.test(name) && (COMPARISON.test(name) || text.includes(name));
  });
}

const placeOf = (schema: string, name: string): string => JSON.stringify([schema, name]);

/** True when something was restricted that was not before. */
function restrictComputed(own: Draft, definition: Definition, readers: ReadonlySet<string>): boolean {
  const { column } = definition.entry;
  const { names } = definition.mentions;
  const computed = column === undefined ? own.table.columns.map(({ name }) => name) : [column];
  const calls = callsOneOf(definition, readers);
  const uses = (columns: ReadonlySet<string>) =>
    [...columns].some((name) => name !== column && names.has(name.toLowerCase()));
  const add = (columns: Set<string>, isMade: boolean): boolean => {
    if (computed.every((name) => columns.has(name)) || !isMade) return false;
    for (const name of computed) columns.add(name);
    return true;
  };
  const denied = add(own.deniedColumns, calls || uses(own.deniedColumns));
  return add(own.maskedColumns, uses(own.maskedColumns)) || denied;
}

/** The tables of its own schema something may name without it, and a function those of the schema in which it is called. */
function takesFrom(
  { kind, schema: home }: CatalogEntry,
  { names, unnamedColumns }: Mentions,
  { table, denied, deniedColumns, maskedColumns }: Draft,
): boolean {
  if (!denied && deniedColumns.size === 0 && maskedColumns.size === 0) return false;
  const isCalled = ({ schema, name }: TableName) =>
    names.has(name.toLowerCase()) &&
    (schema === undefined || schema === home || kind === "function" || names.has(schema.toLowerCase()));
  if (![table, ...(table.partitions ?? [])].some(isCalled)) return false;
  if (denied) return true;
  const columns = [...deniedColumns, ...maskedColumns];
  return unnamedColumns || columns.some((name) => names.has(name.toLowerCase()));
}
