import { schemaName } from "../../../environment/egress/egress-scope.ts";
import { foldText } from "../../../util/fold-text.ts";
import { nameWords } from "../../../util/name-words.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import { sameButForNumber } from "../../../util/plural.ts";
import type { GraphReader } from "../access/graph-reader.ts";
import { localName } from "../access/path-names.ts";
import { isMetaClass } from "../vocabulary/meta-class.ts";
import type { Names } from "../vocabulary/names.ts";

export interface KnownClass {
  readonly iri: string;
  /** As calls write it. */
  readonly text: string;
  readonly label: string;
  /** Undefined where the store did not count them. */
  readonly instances?: number;
}

/** The classes that the store knows, without those of RDF, RDFS and OWL, most instances first. */
export async function knownClasses(graph: GraphReader, names: Names): Promise<readonly KnownClass[]> {
  const schema = await graph.schema();
  const classes = schema.classes.filter((each) => !isMetaClass(each.class));
  const labels = await graph.iriNames(classes.map((each) => each.class));
  return classes.map((each, at) => ({
    iri: each.class,
    text: schemaName(names.short(each.class)),
    label: labels[at] ?? "",
    instances: each.count,
  }));
}

/** Classes called so, best first: by identifier, label or last part of the name; then, when `near` is asked for, by words and spelling. */
export function classesCalled(
  written: string,
  classes: readonly KnownClass[],
  names: Names,
): { readonly same: readonly KnownClass[]; readonly near: readonly KnownClass[] } {
  const text = written.trim();
  const iri = names.iri(text);
  const identified = classes.filter((each) => each.text === text || each.iri === iri);
  const isSame = sameNameAs(text);
  const called = classes.filter(({ label, text: short }) => [label, localName(short)].some(isSame));
  const same = identified.length > 0 ? identified : called;
  const known = [...new Set(classes.flatMap(({ label, text: short }) => [label, localName(short), short]))];
  const close = nearestNames(text, known, { limit: 8 }).filter(({ score }) => score >= 0.5);
  const near = close.flatMap(({ name }) =>
    classes.filter(({ label, text: short }) => [label, localName(short), short].includes(name)),
  );
  return { same, near: [...new Set(near)].filter((each) => !same.includes(each)) };
}

/** What is written may be long, and there are many classes to compare it with: it is folded once. */
function sameNameAs(written: string): (name: string) => boolean {
  const folded = foldText(written);
  const words = nameWords(written);
  return (name) => {
    if (foldText(name) === folded) return true;
    const own = nameWords(name);
    return (
      own.length > 0 &&
      own.length === words.length &&
      own.every((word, at) => sameButForNumber(word, words[at] ?? ""))
    );
  };
}
