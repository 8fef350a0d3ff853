import { isUtf8 } from "node:buffer";
import { nameWords } from "../../../../../util/name-words.ts";
import { XSD } from "../../../term/term.ts";
import { NAMESPACES } from "../../../vocabulary/vocabulary.ts";
import type { LoadFaults } from "../load-report.ts";
import { type TableBuilder, TripleBuffer } from "../table/table-builder.ts";

const LABEL = `${NAMESPACES.rdfs}label`;
const NO_NODE = 0xffffffff;

/** The three fields of a line, trimmed, or why there are not three. A run of tabs counts as one tab if that gives three columns. */
function splitLine(line: string, delimiter: string): readonly string[] | { readonly reason: string } {
  const plain = line.split(delimiter);
  const fields = plain.length !== 3 && delimiter === "\t" ? line.trim().split(/\t+/u) : plain;
  if (fields.length === 3) return fields.map((field) => field.trim());
  return { reason: `${plain.length} ${plain.length === 1 ? "column" : "columns"} rather than 3` };
}

/** Numbers texts in the order of their first occurrence. */
class Texts {
  readonly list: string[] = [];
  readonly #numbers = new Map<string, number>();

  of(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.list.push(text) - 1;
      this.#numbers.set(text, number);
    }
    return number;
  }
}

/**
 * Reads `subject|relation|object` and the same with tabs, one triple a line; the first line decides which. Subjects, and objects that are not
 * values (`valueTypes`), become entities with the text as their `rdfs:label`; `http://…` and `<…>` stay the IRIs they are. Which objects are
 * values is known only at the end, so the texts are kept until `finish`.
 */
export class DelimitedReader {
  readonly #builder: TableBuilder;
  readonly #faults: LoadFaults;
  readonly #texts = new Texts();
  readonly #relations = new Texts();
  readonly #rows = new TripleBuffer();
  #line = 0;
  #delimiter: string | undefined;

  constructor(builder: TableBuilder, faults: LoadFaults) {
    this.#builder = builder;
    this.#faults = faults;
  }

  /** Triples read so far; labels are not counted. */
  get triples(): number {
    return this.#rows.size;
  }

  /** Reads whole lines. */
  read(block: Uint8Array): void {
    const wellFormed = isUtf8(block);
    const lines = Buffer.from(block.buffer, block.byteOffset, block.length).toString().split("\n");
    if (lines.at(-1) === "") lines.pop();
    for (const line of lines) {
      this.#line++;
      const broken = !wellFormed && line.includes("\ufffd");
      const reason = broken ? "not valid UTF-8" : this.#readLine(line);
      if (reason !== undefined) this.#faults.skip(this.#line, reason, line);
    }
  }

  /** Reads one line. Returns why it could not be read, or undefined. */
  #readLine(line: string): string | undefined {
    if (line.trim() === "" || (this.#delimiter === undefined && line.startsWith("# "))) return undefined;
    this.#delimiter ??= line.includes("\t") ? "\t" : "|";
    const fields = splitLine(line, this.#delimiter);
    if ("reason" in fields) return fields.reason;
    const [subject = "", relation = "", object = ""] = fields;
    const empty = [subject, relation, object].indexOf("");
    if (empty >= 0) return `the ${["subject", "relation", "object"][empty]} is empty`;
    this.#rows.add(this.#texts.of(subject), this.#relations.of(relation), this.#texts.of(object));
    return undefined;
  }

  /** Makes triples of the rows. */
  finish(fileName: string): void {
    const builder = this.#builder;
    const texts = this.#texts.list;
    const looks = Uint8Array.from(texts, lookOf);
    const types = typesOf(texts.length, this.#relations.list, this.#rows, looks);
    const isEntity = new Uint8Array(texts.length);
    for (const chunk of this.#rows.chunks()) {
      for (let i = 0; i < chunk.length; i += 3) {
        const object = chunk[i + 2] as number;
        isEntity[chunk[i] as number] = 1;
        if (types[chunk[i + 1] as number]?.has(looks[object] as number) !== true) isEntity[object] = 1;
      }
    }
    const namespaces = delimitedNamespaces(fileName);
    const relations = irisOf(this.#relations.list, namespaces.relations);
    const predicates = relations.map((iri) => builder.predicate(iri));
    const label = builder.predicate(LABEL);
    const entityTexts = texts.filter((_, id) => isEntity[id] === 1);
    const entityIris = irisOf(entityTexts, namespaces.entities).values();
    const entities = new Uint32Array(texts.length).fill(NO_NODE);
    for (const [id, text] of texts.entries()) {
      if (isEntity[id] !== 1) continue;
      const node = builder.term({ kind: "iri", value: entityIris.next().value as string });
      entities[id] = node;
      if (asIri(text) === undefined) builder.add(node, label, builder.term({ kind: "literal", value: text }));
    }
    for (const chunk of this.#rows.chunks(true)) {
      for (let i = 0; i < chunk.length; i += 3) {
        const relation = chunk[i + 1] as number;
        const object = chunk[i + 2] as number;
        const datatype = types[relation]?.get(looks[object] as number);
        builder.add(
          entities[chunk[i] as number] as number,
          predicates[relation] as number,
          datatype === undefined
            ? (entities[object] as number)
            : builder.term({ kind: "literal", value: texts[object] as string, datatype }),
        );
      }
    }
    this.#faults.remark(
      `Entities are named after their texts, with the prefix e: for ${namespaces.entities}, and relations after theirs; the texts are their labels.`,
    );
  }
}

/** The namespaces of a delimited file, by its name. */
function delimitedNamespaces(fileName: string): {
  readonly entities: string;
  readonly relations: string;
} {
  const stem = fileName.replace(/\.gz$/iu, "").replace(/\.(?:tsv|txt|psv|tab|csv|dat)$/iu, "");
  const name = stem.replace(/[^A-Za-z0-9_-]+/gu, "-").replace(/^-+|-+$/gu, "") || "file";
  return { entities: `urn:fuxi:${name}:e:`, relations: `urn:fuxi:${name}:r:` };
}

/**
 * IRIs for texts: different for different texts, and readable like the texts: a space becomes `_`, a path like
 * `/location/country/capital` becomes `location.country.capital` as Freebase writes it, and characters that a short name must not contain are
 * percent-encoded. If two texts would get the same name, both are percent-encoded in full.
 */
function irisOf(texts: readonly string[], namespace: string): readonly string[] {
  const names = texts.map((text) => (asIri(text) === undefined ? readable(text) : ""));
  const [seen, clashes] = [new Set<string>(), new Set<string>()];
  for (const name of names) (seen.has(name) ? clashes : seen).add(name);
  return texts.map((text, i) => {
    const name = names[i] as string;
    if (name === "") return asIri(text) as string;
    return namespace + (clashes.has(name) ? encoded(text, PLAIN) : name);
  });
}

function asIri(text: string): string | undefined {
  const inner = /^<([a-z][a-z0-9+.-]*:[^\s<>"{}|^`\\]*)>$/iu.exec(text)?.[1];
  return inner ?? (/^https?:\/\/[^\s<>"{}|^`\\]+$/iu.test(text) ? text : undefined);
}

const PATH = /^\/?[\p{L}\p{N}_-]+(?:\.?\/[\p{L}\p{N}_-]+)+$/u;
const PLAIN = /[^\p{L}\p{N}.'-]/gu;
const READABLE = /[^\p{L}\p{N}_.'-]/gu;

function readable(text: string): string {
  if (PATH.test(text)) return text.replace(/^\//u, "").replaceAll("/", ".");
  return encoded(text.replaceAll(" ", "_"), READABLE);
}

/** Also encodes a leading `.`, `'` or `-` and a final `.`, which readers would take for punctuation beside the name. */
function encoded(text: string, pattern: RegExp): string {
  return text
    .replace(pattern, percent)
    .replace(/^[.'-]/u, percent)
    .replace(/[.]$/u, percent);
}

function percent(letters: string): string {
  return [...Buffer.from(letters)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`)
    .join("");
}

/** Kind of value that the text of an object looks like. */
const Look = { other: 1, integer: 2, year: 3, decimal: 4, date: 5 } as const;
/** Leading zeros and very many digits are excluded: they are typical of codes and identifiers. */
const LOOKS: readonly (readonly [look: number, form: RegExp])[] = [
  [Look.year, /^[12]\d{3}$/u],
  [Look.integer, /^[+-]?(?:0|[1-9]\d{0,14})$/u],
  [Look.decimal, /^[+-]?(?:0|[1-9]\d{0,14})\.\d+$/u],
  [Look.date, /^-?\d{4,}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/u],
];

function lookOf(text: string): number {
  return LOOKS.find(([, form]) => form.test(text))?.[0] ?? Look.other;
}

/** By relation, the datatypes of its objects by their look. */
function typesOf(
  texts: number,
  relations: readonly string[],
  rows: TripleBuffer,
  looks: Uint8Array,
): readonly ReadonlyMap<number, string>[] {
  const isSubject = new Uint8Array(texts);
  for (const chunk of rows.chunks()) {
    for (let i = 0; i < chunk.length; i += 3) isSubject[chunk[i] as number] = 1;
  }
  const counts = relations.map(() => ({ looks: new Uint32Array(6), subjects: 0 }));
  for (const chunk of rows.chunks()) {
    for (let i = 0; i < chunk.length; i += 3) {
      const count = counts[chunk[i + 1] as number] as { looks: Uint32Array; subjects: number };
      const look = looks[chunk[i + 2] as number] as number;
      count.looks[look] = (count.looks[look] as number) + 1;
      count.subjects += isSubject[chunk[i + 2] as number] as number;
    }
  }
  return counts.map((count, id) => valueTypes(relations[id] as string, count));
}

/** Share of a relation's objects that must look like values; real files have slips. */
const MOST = 0.95;
/** Share of them that may also be subjects: a film may be named by a year, but numbers that identify entities are subjects throughout. */
const SUBJECTS = 0.25;

/**
 * The datatypes that objects of a relation get, by their look; objects without a datatype stay entities. Fixed rule: at least 95 % of the objects are
 * whole numbers or decimals, or dates and years, and at most a quarter of them are subjects anywhere. Dates become `xsd:date`; years become
 * `xsd:gYear` beside dates or if the relation's name has the word "year", else they are whole numbers; numbers become `xsd:integer`, or all
 * `xsd:decimal` if any is a decimal.
 */
function valueTypes(
  relation: string,
  { looks, subjects }: { readonly looks: Uint32Array; readonly subjects: number },
): ReadonlyMap<number, string> {
  const count = (look: number): number => looks[look] ?? 0;
  const total = looks.reduce((sum, each) => sum + each, 0);
  const [years, dates] = [count(Look.year), count(Look.date)];
  const numbers = count(Look.integer) + years + count(Look.decimal);
  if (subjects > total * SUBJECTS) return new Map();
  const yearly = nameWords(relation).some((word) => word === "year" || word === "years");
  if (dates + years >= total * MOST && (dates > 0 || yearly)) {
    return new Map([
      [Look.date, `${XSD}date`],
      [Look.year, `${XSD}gYear`],
    ]);
  }
  if (numbers < total * MOST) return new Map();
  const type = count(Look.decimal) > 0 ? `${XSD}decimal` : `${XSD}integer`;
  return new Map([Look.integer, Look.year, Look.decimal].map((look) => [look, type]));
}
