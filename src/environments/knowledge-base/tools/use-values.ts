import { z } from "zod";
import type { ReferencedKind } from "../../../environment/act-context.ts";
import { readLines } from "../../../environment/artifact-content.ts";
import {
  joined,
  type Marked,
  ownText,
  redacted,
  say,
  schemaName,
  written,
} from "../../../environment/egress/marks.ts";
import { REFERENCE_FORMAT, splitReference } from "../../../environment/references.ts";
import { Refusal } from "../../../environment/refusal.ts";
import type { MarkedFinding } from "../../../environment/tool-failure.ts";
import type { Json } from "../../../util/json.ts";
import { nameWords } from "../../../util/name-words.ts";
import { iri, type Term } from "../term/term.ts";
import { defineTool, type ToolCall, type ToolOutcome } from "./knowledge-base-tool.ts";
import { newVariable, programOfTerms, shortened, VARIABLE_OUTPUT } from "./new-variable.ts";
import { bestMatches, dateTerm, numberTerm } from "./subject.ts";

/** Values tried with each prefix. */
const TRIED = 12;
/** Share of the tried values that must be known entities under a prefix. */
const KNOWN = 0.8;
/** Namespaces of vocabularies, which hold no entities. */
const VOCABULARIES = /\/\/(?:www\.w3\.org|xmlns\.com|purl\.org|schema\.org)\//u;

/** Prefix under which the keys are entities. */
interface KeysRead {
  readonly prefix: string;
  readonly entity: (key: string) => Term;
}

/**
 * Maps keys of a database (`11087`) to identifiers of the knowledge base that end in them (`film:11087`). Of several prefixes, the one
 * whose name occurs in the reference (`cinema:draft.film_id`) is meant. Undefined if no prefix fits.
 * @throws Refusal if several prefixes may be meant
 */
async function entitiesByKey(
  keys: readonly string[],
  reference: string,
  { graph, services }: ToolCall,
): Promise<KeysRead | undefined> {
  const tried = keys.slice(0, TRIED);
  if (tried.length === 0) return undefined;
  const fitting: (readonly [prefix: string, namespace: string])[] = [];
  for (const [prefix, namespace] of Object.entries(services.store.vocabulary.prefixes)) {
    if (VOCABULARIES.test(namespace)) continue;
    const labels = await graph.labels(tried.map((key) => iri(namespace + key)));
    const known = labels.filter((label) => label !== undefined).length;
    if (known >= KNOWN * tried.length) fitting.push([prefix, namespace]);
  }
  const words = new Set(nameWords(reference));
  const named = fitting.filter(([prefix]) => words.has(prefix.toLowerCase()));
  const [only, ...others] = named.length === 1 ? named : fitting;
  if (only === undefined) return undefined;
  if (others.length > 0) throw severalPrefixes(reference, fitting);
  const [prefix, namespace] = only;
  return { prefix, entity: (key) => iri(namespace + key) };
}

/** Names looked up in parallel. */
const AT_ONCE = 16;
const MOST_MATCHES = 5;

interface ValuesRead {
  readonly terms: readonly Term[];
  /** Values that match no entity here, or are invalid for their kind. */
  readonly unknown: readonly string[];
  /** Values that match several entities; none of these is used. */
  readonly ambiguous: readonly string[];
}

const FULL_IRI = /^\s*<?[a-z][a-z0-9+.-]*:\/\/\S+\s*$/iu;

type Read = Term | "unknown" | "ambiguous";

/** Terms for values of another environment: identifiers, numbers and dates directly, texts as the entities of that name. */
async function termsOfValues(
  values: readonly Json[],
  kind: ReferencedKind,
  call: ToolCall,
): Promise<ValuesRead> {
  const texts = values.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  const read: Read[] = [];
  for (let at = 0; at < texts.length; at += AT_ONCE) {
    read.push(...(await Promise.all(texts.slice(at, at + AT_ONCE).map((text) => termOf(text, kind, call)))));
  }
  return {
    terms: read.filter((each) => typeof each === "object"),
    unknown: texts.filter((_, at) => read[at] === "unknown"),
    ambiguous: texts.filter((_, at) => read[at] === "ambiguous"),
  };
}

async function termOf(text: string, kind: ReferencedKind, call: ToolCall): Promise<Read> {
  const { names } = call.services;
  switch (kind) {
    case "entities": {
      const value = names.iri(text);
      return value === undefined ? "unknown" : iri(value);
    }
    case "numbers":
      return numberTerm(text) ?? "unknown";
    case "dates":
      return dateTerm(text) ?? "unknown";
    case "texts":
      return entityCalled(text, call);
  }
}

/** A full IRI is an entity directly. Other texts match by label or alias: exactly, else ignoring case and accents. Several matches are ambiguous. */
async function entityCalled(text: string, { graph, services }: ToolCall): Promise<Read> {
  const identified = FULL_IRI.test(text) ? services.names.iri(text) : undefined;
  if (identified !== undefined) return iri(identified);
  const { matches } = await graph.find(text.trim(), { limit: MOST_MATCHES, among: "entities" });
  const [only, ...others] = bestMatches(matches);
  if (only === undefined) return "unknown";
  return others.length === 0 ? only.term : "ambiguous";
}

const MOST_NAMED = 5;

export const useValues = defineTool({
  name: "use_values",
  description:
    "Values of another environment as a new variable: `values` is a reference such as shop:draft.name. Texts become the entities of that name, keys (11087) those whose identifier ends so (film:11087), other values stay as they are.",
  group: "functional",
  onlyBesideOthers: true,
  input: z.strictObject({ values: z.string().meta({ format: REFERENCE_FORMAT }) }),
  output: VARIABLE_OUTPUT,
  async run({ values: reference }, call): Promise<ToolOutcome> {
    const given = await givenValues(reference, call);
    const read = await termsOfValues(given.values, given.kind, call);
    const byKey = await keysMeant(read, given, reference, call);
    const terms = byKey === undefined ? read.terms : given.values.map((value) => byKey.entity(String(value)));
    if (terms.length === 0) throw nothingMatched(reference, given.values.length, read);
    const warnings = byKey === undefined ? unmatched(given.values.length, read) : [];
    const notes = byKey === undefined ? [] : [takenAsKeys(byKey.prefix)];
    return newVariable("use_values", await programOfTerms(terms, call), { values: reference }, call, {
      findings: async () => ({ warnings, notes }),
    });
  },
});

interface Given {
  readonly values: readonly Json[];
  readonly kind: ReferencedKind;
}

/** The values of a reference, or values that the argument lists itself. @throws Refusal */
async function givenValues(reference: string, { context }: ToolCall): Promise<Given> {
  const text = reference.trim();
  const referenced = context.references?.get(text);
  if (referenced) {
    const values = (await readLines(referenced.values, context)) as readonly Json[];
    return { values: values.filter((value) => value !== null), kind: referenced.kind };
  }
  const listed = listOf(text);
  if (listed.length === 1 && /^[\w-]+:(?:#\d|draft\b)/u.test(text) && splitReference(text)) {
    const known = [...(context.references?.keys() ?? [])];
    throw new Refusal(
      "unknown-reference",
      say`"${written(text)}" names nothing that another environment holds.`,
      { argument: "values", text },
      known.slice(0, 3).map((each) => ({ text: ownText(each), replaces: text })),
    );
  }
  return { values: listed, kind: listed.every((each) => typeof each === "number") ? "numbers" : "texts" };
}

/** Reads numbers without facts here, and unknown texts, as keys of entities if they match. */
async function keysMeant(
  { terms, unknown }: ValuesRead,
  { values, kind }: Given,
  reference: string,
  call: ToolCall,
): Promise<KeysRead | undefined> {
  const keys = values.map(String);
  if (kind === "texts" && unknown.length < values.length) return undefined;
  if (kind !== "texts" && kind !== "numbers") return undefined;
  if (kind === "numbers") {
    const relations = await call.graph.relations({ op: "terms", terms: terms.slice(0, MOST_NAMED) });
    if (relations.length > 0) return undefined;
  }
  return entitiesByKey(keys, reference, call);
}

function takenAsKeys(prefix: string): MarkedFinding {
  return {
    code: "values-taken-as-keys",
    message: say`Taken as ${prefix === "" ? "identifiers" : say`the ends of identifiers, ${schemaName(prefix)}:…`}, as they name nothing by themselves.`,
    suggestions: [],
  };
}

function severalPrefixes(
  text: string,
  fitting: readonly (readonly [prefix: string, namespace: string])[],
): Refusal {
  return new Refusal(
    "ambiguous-entity",
    say`These values end identifiers of several kinds (${fitting.map(([prefix]) => say`${schemaName(prefix)}:…`)}); hand over whole identifiers, or a column that says which in its name.`,
    { argument: "values", text },
    fitting.slice(0, 3).map(([prefix]) => ({
      text: say`'${schemaName(prefix)}:' || …`,
      reason: say`in the query that makes them`,
    })),
  );
}

function listOf(text: string): readonly Json[] {
  if (!text.startsWith("[")) return text === "" ? [] : [text];
  try {
    const parsed = JSON.parse(text) as Json;
    return Array.isArray(parsed) ? (parsed as readonly Json[]) : [text];
  } catch {
    return [text];
  }
}

function unmatched(total: number, { unknown, ambiguous }: ValuesRead): readonly MarkedFinding[] {
  const parts = [
    unknown.length === 0
      ? say``
      : say`${unknown.length} of ${total} values name nothing here (${some(unknown)})`,
    ambiguous.length === 0
      ? say``
      : say`${ambiguous.length} name several things and were left out (${some(ambiguous)})`,
  ].filter((part) => part !== "");
  if (parts.length === 0) return [];
  return [{ code: "values-not-matched", message: say`${joined(parts, "; ")}.`, suggestions: [] }];
}

function nothingMatched(text: string, total: number, read: ValuesRead): Refusal {
  const [told] = unmatched(total, read);
  const message = told?.message ?? say`${written(text)} holds no values.`;
  return new Refusal("unknown-entity", message, { argument: "values", text });
}

function some(values: readonly string[]): Marked {
  const shown = values.slice(0, MOST_NAMED).map((value) => redacted(shortened(value)));
  return values.length > MOST_NAMED ? say`${shown}, …` : say`${shown}`;
}
