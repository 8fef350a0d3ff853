import type { ByteDictionary } from "../table/byte-dictionary.ts";
import { type TableBuilder, valueNumber } from "../table/table-builder.ts";
import type { TripleBuffer } from "../table/triple-buffer.ts";
import { DelimitedNames, delimitedNamespaces } from "./delimited-names.ts";
import { Look, lookOf, valueTypes } from "./delimited-values.ts";
import type { LoadFaults } from "./load-faults.ts";

const LABEL = "http://www.w3.org/2000/01/rdf-schema#label";
const VALUE = 0xffffffff;

interface DelimitedTexts {
  readonly texts: ByteDictionary;
  readonly relations: ByteDictionary;
  /** Numbers of `texts`, `relations`, `texts`. */
  readonly rows: TripleBuffer;
}

/**
 * Makes triples of rows of texts. Subjects, and objects that are no values (`valueTypes`), become entities with the text as their `rdfs:label`, named
 * by `DelimitedNames`; `http://…` and `<…>` stay the IRIs they are. The same text is the same entity throughout.
 */
export function buildDelimited(
  { texts, relations, rows }: DelimitedTexts,
  { fileName, builder, faults }: { fileName: string; builder: TableBuilder; faults: LoadFaults },
): void {
  const textOf = (id: number) => Buffer.from(texts.bytesOf(id)).toString();
  const looks = Uint8Array.from({ length: texts.size }, (_, id) => lookOf(textOf(id)));
  const types = typesOf({ texts, relations, rows }, looks);
  const isEntity = new Uint8Array(texts.size);
  for (const chunk of rows.chunks()) {
    for (let i = 0; i < chunk.length; i += 3) {
      const object = chunk[i + 2] as number;
      isEntity[chunk[i] as number] = 1;
      if (types[chunk[i + 1] as number]?.has(looks[object] as number) !== true) isEntity[object] = 1;
    }
  }

  const namespaces = delimitedNamespaces(fileName);
  const relationTexts = Array.from({ length: relations.size }, (_, id) =>
    Buffer.from(relations.bytesOf(id)).toString(),
  );
  const relationIris = iris(relationTexts, namespaces.relations);
  const predicates = relationIris.map((iri) => builder.predicates.internBytes(Buffer.from(iri)));
  const names = new DelimitedNames();
  for (let id = 0; id < texts.size; id++) if (isEntity[id] === 1 && !asIri(textOf(id))) names.add(textOf(id));
  const label = builder.predicates.internBytes(Buffer.from(LABEL));
  const entities = new Uint32Array(texts.size).fill(VALUE);
  for (let id = 0; id < texts.size; id++) {
    if (isEntity[id] !== 1) continue;
    const text = textOf(id);
    const written = asIri(text);
    const node = builder.term({ kind: "iri", value: written ?? namespaces.entities + names.nameOf(text) });
    entities[id] = node;
    if (written === undefined) builder.add(node, label, builder.term({ kind: "literal", value: text }));
  }

  const sorts = types.map(
    (byLook) => new Map([...byLook].map(([look, type]) => [look, builder.sortOf(type)])),
  );
  for (const chunk of rows.chunks(true)) {
    for (let i = 0; i < chunk.length; i += 3) {
      const relation = chunk[i + 1] as number;
      const object = chunk[i + 2] as number;
      const sort = sorts[relation]?.get(looks[object] as number);
      builder.add(
        entities[chunk[i] as number] as number,
        predicates[relation] as number,
        sort === undefined
          ? (entities[object] as number)
          : valueNumber(builder.literals.internBytes(texts.bytesOf(object), sort)),
      );
    }
  }
  faults.remark(
    `Entities are named after their texts, with the prefix e: for ${namespaces.entities}, and relations after theirs; the texts are their labels.`,
  );
}

/** By relation, the datatypes of its objects by their look. */
function typesOf(
  { texts, relations, rows }: DelimitedTexts,
  looks: Uint8Array,
): ReadonlyMap<number, string>[] {
  const isSubject = new Uint8Array(texts.size);
  for (const chunk of rows.chunks()) {
    for (let i = 0; i < chunk.length; i += 3) isSubject[chunk[i] as number] = 1;
  }
  const counts = Array.from({ length: relations.size }, () => ({ looks: new Uint32Array(6), subjects: 0 }));
  for (const chunk of rows.chunks()) {
    for (let i = 0; i < chunk.length; i += 3) {
      const count = counts[chunk[i + 1] as number] as { looks: Uint32Array; subjects: number };
      const object = chunk[i + 2] as number;
      const look = looks[object] as number;
      count.looks[look] = (count.looks[look] as number) + 1;
      count.subjects += isSubject[object] as number;
    }
  }
  // Where the subjects themselves are numbers, numbers stand for things.
  let [subjects, numbers] = [0, 0];
  for (let id = 0; id < isSubject.length; id++) {
    if (isSubject[id] !== 1) continue;
    subjects++;
    if (looks[id] !== Look.other && looks[id] !== Look.date) numbers++;
  }
  if (numbers * 2 > subjects) return counts.map(() => new Map());
  return counts.map((count, id) => valueTypes(Buffer.from(relations.bytesOf(id)).toString(), count));
}

function iris(texts: readonly string[], namespace: string): readonly string[] {
  const names = new DelimitedNames();
  for (const text of texts) if (asIri(text) === undefined) names.add(text);
  return texts.map((text) => asIri(text) ?? namespace + names.nameOf(text));
}

function asIri(text: string): string | undefined {
  const inner = /^<([a-z][a-z0-9+.-]*:[^\s<>"{}|^`\\]*)>$/iu.exec(text)?.[1];
  return inner ?? (/^https?:\/\/[^\s<>"{}|^`\\]+$/iu.test(text) ? text : undefined);
}
