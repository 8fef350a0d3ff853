import type { Link } from "../lexicon/link.ts";
import { withModifiers } from "./ask-rules.ts";
import type { Item, NounPhrase, QuestionTree } from "./question-tree.ts";

/** The question with conditions that stand apart from what it asks for: "In 2024, …", "total amount in May 2025". */
export function limited(inner: QuestionTree, more: NounPhrase["modifiers"]): QuestionTree {
  const add = (phrase: NounPhrase): NounPhrase => withModifiers(phrase, more);
  const subject =
    inner.subject ?? (inner.items.some((item) => "phrase" in item) ? undefined : rowsWith(inner.items));
  const items = inner.items.map((item) =>
    item.kind === "attribute" ? item : { ...item, phrase: add(item.phrase) },
  );
  // Without anything that they could be said of, the conditions would be lost.
  const isLost = subject === undefined && !items.some((item) => "phrase" in item);
  return { ...inner, subject: subject && add(subject), items: isLost ? [] : items };
}

/** What properties are of where nobody says it: the rows that have them all. */
function rowsWith(items: readonly Item[]): NounPhrase | undefined {
  const [first, ...rest] = items.flatMap((item) =>
    item.kind === "attribute" ? [item.attribute.owner ?? item.attribute.mention] : [],
  );
  if (first === undefined) return undefined;
  const tables = new Set(first.links.map(({ table }) => table)).values();
  const links = [...tables]
    .filter((table) => rest.every((mention) => mention.links.some((link) => link.table === table)))
    .map((table): Link => ({ kind: "table", table, score: 1 }));
  return links.length === 0
    ? undefined
    : { head: { ...first, links }, modifiers: [], each: false, distinct: false };
}
