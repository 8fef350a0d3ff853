import { nameWords } from "../../../../util/name-words.ts";
import type { TableSchema } from "../../schema/database-schema.ts";
import type { Attribute, Quantity } from "../grammar/question-tree.ts";
import { columnForms } from "../lexicon/name-forms.ts";
import { nameLikeness } from "../lexicon/name-likeness.ts";
import { SCALES } from "../question/english.ts";
import type { CompileContext } from "./compile-context.ts";
import { nearness, type Place, waysTo } from "./place.ts";
import { best, type Scored, scored } from "./scored.ts";

/** Properties that everything has: without saying of what, those of the thing itself are meant. */
const GENERIC =
  /^(the )?(names?|ids?|titles?|numbers?|codes?|dates?|types?|kinds?|descriptions?|status|details?|years?|times?)$/iu;

/** The columns that a property may be, seen from the rows of a table: in it, or over the shortest joins. */
export function resolveAttribute(
  attribute: Attribute,
  root: TableSchema,
  context: CompileContext,
): readonly Scored<Place>[] {
  const owners = attribute.owner?.links.flatMap((link) => (link.kind === "table" ? [link] : []));
  const found = attribute.mention.links.flatMap((link): readonly Scored<Place>[] => {
    if (link.kind !== "column") return [];
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

export interface MeasuredPlace {
  readonly place: Place;
  /** True when more of the adjective means less of the column: who is older has the earlier birth date. */
  readonly reversed: boolean;
}

/** The column that a quantity is about: named, or told by an adjective ("oldest": age, else birth date, …). */
export function resolveQuantity(
  quantity: Quantity,
  root: TableSchema,
  context: CompileContext,
): readonly Scored<MeasuredPlace>[] {
  if ("attribute" in quantity) {
    return resolveAttribute(quantity.attribute, root, context).map((each) => ({
      ...each,
      value: { place: each.value, reversed: false },
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
        return scored({ place: { table: root, column, hops: [] }, reversed }, names(words, root, column), [
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
