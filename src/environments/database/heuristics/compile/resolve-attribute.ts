import { SCALES } from "../../../../util/english/words.ts";
import { nameWords } from "../../../../util/name-words.ts";
import type { TableSchema } from "../../schema/database-schema.ts";
import type { Attribute, Quantity } from "../grammar/question-tree.ts";
import type { TableColumn } from "../lexicon/link.ts";
import { columnForms } from "../lexicon/name-forms.ts";
import { nameLikeness } from "../lexicon/name-likeness.ts";
import { type ColumnPath, nearness, waysTo } from "./column-path.ts";
import type { CompileContext } from "./compile-context.ts";
import { best, type Scored, scored } from "./scored.ts";

const NUMERIC = new Set(["integer", "real", "decimal"]);

export interface Measure {
  /** Expressions to compare, add up or order by, for the column given as SQL; several keys for dates written day first. */
  readonly keys: (column: string) => readonly string[];
  readonly kind: "number" | "date" | "text";
  readonly note?: string;
}

/** How a column's cells are compared by size. Undefined if only some of them are numbers, so that no order is right. */
export async function measureOf(field: TableColumn, context: CompileContext): Promise<Measure | undefined> {
  const { dialect } = context.services.driver;
  const plain = (column: string) => [column];
  const isNumber = NUMERIC.has(field.column.affinity);
  if (isNumber && !dialect.comparesAcrossTypes) return { keys: plain, kind: "number" };
  if (field.column.affinity === "binary" || field.column.affinity === "json") return undefined;
  const profile = await context.profile(field);
  if (!profile || profile.sample.cells.length === 0)
    return isNumber ? { keys: plain, kind: "number" } : undefined;
  const form = profile.dateForm;
  if (isNumber) return profile.plainNumbers === 1 ? { keys: plain, kind: "number" } : undefined;
  if (profile.plainNumbers === 1 || profile.writtenNumbers === 1) {
    if (field.column.affinity === "date" || field.column.affinity === "datetime")
      return { keys: plain, kind: "date" };
    // '007' and '07' are codes: as numbers they would be equal. 'null' and blanks would be 0.
    if (profile.sample.cells.some(({ text }) => /^\s*0\d/u.test(text) || !/\d/u.test(text))) return undefined;
    const note = `${field.table.name}.${field.column.name} holds numbers as text; they were compared as numbers.`;
    return { keys: (column) => [dialect.toNumber(column)], kind: "number", note };
  }
  if (form && form.share >= 0.99 && form.ambiguousWith.length === 0) {
    if (form.form.pattern === "native" || /^(%Y[-/.]?%m[-/.]?%d|epoch-|%Y$|%Y-%m$)/u.test(form.form.pattern))
      return { keys: plain, kind: "date" };
    return {
      keys: (column) => {
        const sortable = dialect.sortableDate?.(column, form.form);
        const parts = [dialect.yearOf(column, form.form), dialect.monthOf(column, form.form), column];
        return sortable === undefined ? parts.filter((key) => key !== undefined) : [sortable];
      },
      kind: "date",
      note: `${field.table.name}.${field.column.name} was ordered as dates of the form ${form.name}.`,
    };
  }
  if (profile.writtenNumbers > 0.5 || (form && form.share > 0.5)) return undefined;
  return { keys: plain, kind: "text" };
}

const KEY = /(?:^|[ _])(?:ids?|identifiers?|keys?|codes?|numbers?|nos?|nr)$/iu;

/** True if the last word names a key: `sale no`, "customer number". */
export function isNamedAsKey(text: string): boolean {
  return KEY.test(text);
}

/** True if the name of rows was taken for their numbering: "sales" are not measured by `sale no`. */
export function isNumberOf(mentioned: string, { column }: TableColumn): boolean {
  const name = column.name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, "_");
  return isNamedAsKey(name) && !isNamedAsKey(mentioned);
}

/** Properties that every table may have: without an owner, those of the asked table are meant. */
const GENERIC =
  /^(the )?(names?|ids?|titles?|numbers?|codes?|dates?|types?|kinds?|descriptions?|status|details?|years?|times?)$/iu;

/** Candidate columns of a property, seen from a table's rows: in the table, or over the shortest joins. */
export function resolveAttribute(
  attribute: Attribute,
  root: TableSchema,
  context: CompileContext,
): readonly Scored<ColumnPath>[] {
  const owners = attribute.owner?.links.flatMap((link) => (link.kind === "table" ? [link] : []));
  const found = attribute.mention.links.flatMap((link): readonly Scored<ColumnPath>[] => {
    if (link.kind !== "column") return [];
    context.checkTime();
    const owner = owners?.find((each) => each.table === link.table);
    if (owners && !owner) return [];
    const weight = link.score * (owner ? owner.score : 1);
    return waysTo(root, link.table, context.services).map((hops) =>
      scored({ table: link.table, column: link.column, hops }, weight * nearness(hops) ** 2, [link.note]),
    );
  });
  const generic = !owners && GENERIC.test(attribute.mention.text);
  const own = found.filter((each) => each.value.hops.length === 0 && each.score >= 0.9);
  const sorted = best(
    own.length > 0 ? own : found.filter((each) => !generic || each.value.hops.length === 0),
  );
  return sorted.filter((each) => each.score >= (sorted[0]?.score ?? 0) - 0.12);
}

export interface MeasuredPath {
  readonly path: ColumnPath;
  /** True if more of the adjective means less of the column: older people have earlier birth dates. */
  readonly reversed: boolean;
}

/** Candidate columns of a quantity: by name, or by an adjective ("oldest": age, else birth date, …). */
export function resolveQuantity(
  quantity: Quantity,
  root: TableSchema,
  context: CompileContext,
): readonly Scored<MeasuredPath>[] {
  if ("attribute" in quantity) {
    return resolveAttribute(quantity.attribute, root, context).map((each) => ({
      ...each,
      value: { path: each.value, reversed: false },
    }));
  }
  const { adjective } = quantity;
  const scales = SCALES.filter((scale) => scale.more.includes(adjective) || scale.less.includes(adjective));
  for (const wanted of scales.flatMap((scale) => scale.of)) {
    const reversed = wanted.startsWith("-");
    const words = nameWords(reversed ? wanted.slice(1) : wanted);
    const found = root.columns.filter((column) => names(words, root, column) >= 0.8);
    if (found.length > 0) {
      return found.map((column) => {
        const note = `Took "${adjective}" by ${root.name}.${column.name}.`;
        return scored({ path: { table: root, column, hops: [] }, reversed }, names(words, root, column), [
          note,
        ]);
      });
    }
  }
  return [];
}

function names(words: readonly string[], table: TableSchema, column: TableSchema["columns"][number]): number {
  const text = nameWords(column.description?.text ?? "");
  const forms = columnForms(table, column).map((form) => form.weight * nameLikeness(words, form.words));
  return Math.max(...forms, text.length <= 4 ? 0.9 * nameLikeness(words, text) : 0);
}
