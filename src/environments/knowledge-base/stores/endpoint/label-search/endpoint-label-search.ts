import { foldText } from "../../../../../util/fold-text.ts";
import { nameWords } from "../../../../../util/name-words.ts";
import { QueryScope } from "../../../sparql/program-pattern.ts";
import { isClass } from "../../../sparql/queries/entity-queries.ts";
import { distinctRows, type Selection } from "../../../sparql/queries/set-queries.ts";
import type { SparqlDialect } from "../../../sparql/sparql-dialect.ts";
import type { LabelSearch, NameMatch, NameTier } from "../../../store/triple-store.ts";
import { storeError, TripleStoreError } from "../../../store/triple-store-error.ts";
import { iri, isNode, literal, type Term, termText } from "../../../term/term.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { EngineName } from "../endpoint-engine.ts";
import type { EndpointLabelSearch } from "../endpoint-options.ts";
import { WorkLimit } from "../http/sparql-client.ts";
import type { Row, RowReader } from "../row-reader.ts";

const API = "https://www.wikidata.org/w/api.php";
/** What the API gives at once to anybody. */
const MOST = 50;

interface Found {
  readonly id: string;
  readonly concepturi: string;
  readonly label?: string;
  readonly match?: { readonly type?: string; readonly text?: string };
}

/**
 * Wikidata's `wbsearchentities`: labels and aliases by beginning, in one language after another. Classes are items like others there, so that `among` makes no
 * difference.
 */
function wikidataLabelSearch(
  languages: readonly string[],
  closed: AbortSignal,
  url: string = API,
): LabelSearch {
  const tags = [...new Set([...languages.filter((tag) => tag !== ""), "en"])].slice(0, 3);
  return {
    mode: "words",
    limitation: "Names are found by their beginning, as on wikidata.org; misspelt ones are not always.",
    async find(text, { limit }, bounds) {
      const work = new WorkLimit(bounds, closed);
      work.throwIfOver();
      const answers = await Promise.all(tags.map((language) => searched(url, text, language, work)));
      const best = new Map<string, NameMatch>();
      for (const [place, found] of answers.flatMap((each) => each.map((one, at) => [at, one] as const))) {
        const name = found.match?.text ?? found.label ?? found.id;
        const tier = tierOf(text, name) ?? "typo";
        const base = { exact: 1, folded: 0.95, words: 0.7, abbreviation: 0.6, typo: 0.5 }[tier];
        const match: NameMatch = {
          term: iri(found.concepturi.replace(/^https:/u, "http:")),
          name,
          alias: found.match?.type === "alias",
          tier,
          score: base - place * 0.0005,
        };
        const known = best.get(found.id);
        if (known === undefined || known.score < match.score) best.set(found.id, match);
      }
      const matches = [...best.values()].sort((a, b) => b.score - a.score);
      return { matches: matches.slice(0, limit), complete: answers.every((each) => each.length < MOST) };
    },
  };
}

async function searched(
  url: string,
  search: string,
  language: string,
  work: WorkLimit,
): Promise<readonly Found[]> {
  const target = new URL(url);
  const parameters = { action: "wbsearchentities", format: "json", type: "item", limit: String(MOST) };
  for (const [name, value] of Object.entries({ ...parameters, search, language, uselang: language }))
    target.searchParams.set(name, value);
  try {
    const response = await fetch(target, {
      headers: { "user-agent": "fuxi (https://www.npmjs.com/package/fuxi)", accept: "application/json" },
      signal: work.signal,
    });
    const body = (await response.json()) as { search?: readonly Found[]; error?: { info?: string } };
    if (Array.isArray(body.search)) return body.search;
    throw storeError(
      "unavailable",
      `The search of names failed: ${body.error?.info ?? `status ${response.status}`}.`,
    );
  } catch (cause) {
    if (cause instanceof TripleStoreError) throw cause;
    if (work.signal.aborted) throw work.reason();
    throw storeError("unavailable", "The search of names does not answer.", { cause });
  }
}

const quoted = (text: string): string => termText(literal(text));

/** Literals with these words by `bif:contains` over the full-text index: lines that bind `?x`, `?p` and `?l`. */
const virtuosoWords = (words: readonly string[]): readonly string[] => [
  "?x ?p ?l .",
  `?l <bif:contains> ${quoted(words.map((word) => `'${word.replaceAll("'", "")}'`).join(" AND "))} .`,
];

/**
 * Names that hold the words in any order, by the engine's text index; whole names by lookup, besides, as an index may lag behind or be missing.
 * Where it is missing, `complete: false` says so.
 */
function virtuosoLabelSearch(asked: NameAsked): LabelSearch {
  return {
    mode: "words",
    limitation: "Names are found by whole words, in any order; misspelt words are not.",
    async find(text, { limit, among }, bounds) {
      const work = new WorkLimit(bounds, asked.closed);
      work.throwIfOver();
      const words = nameWords(text);
      const [exact, byWords] = await Promise.all([
        exactRows(text, among, asked, work),
        words.length === 0 ? { rows: [], complete: true } : wordRows(words, among, asked, work),
      ]);
      const matches = matchesOf([...exact.rows, ...byWords.rows], text, asked.vocabulary);
      return { matches: matches.slice(0, limit), complete: exact.complete && byWords.complete };
    },
  };
}

async function wordRows(
  words: readonly string[],
  among: "entities" | "classes",
  asked: NameAsked,
  work: WorkLimit,
): Promise<{ readonly rows: readonly Row[]; readonly complete: boolean }> {
  try {
    const rows = await asked.reader.rows(
      nameRows(() => virtuosoWords(words), among, asked),
      work,
      MOST_NAMES,
    );
    return { rows, complete: rows.length < MOST_NAMES };
  } catch (error) {
    const hasNoIndex =
      error instanceof TripleStoreError && ["syntax", "refused", "unsupported"].includes(error.facts.kind);
    if (!hasNoIndex) throw error;
    return { rows: [], complete: false };
  }
}

/**
 * The search that was chosen; "auto" takes Virtuoso's and Wikidata's own, which are always there, and exact lookup elsewhere: text indexes of other engines are
 * there only where somebody set them up, who can bring a search of their own.
 */
export function endpointLabelSearch(
  chosen: EndpointLabelSearch,
  engine: EngineName,
  asked: NameAsked,
  searchUrl: string | undefined,
): LabelSearch {
  switch (chosen) {
    case "auto":
      return engine === "Virtuoso" || engine === "Wikidata"
        ? endpointLabelSearch(engine === "Virtuoso" ? "virtuoso" : "wikidata", engine, asked, searchUrl)
        : exactLabelSearch(asked);
    case "virtuoso":
      return virtuosoLabelSearch(asked);
    case "wikidata":
      return wikidataLabelSearch(asked.vocabulary.languages, asked.closed, searchUrl);
    case "exact":
      return exactLabelSearch(asked);
    default:
      return chosen;
  }
}

/** Rows that are looked at for one text. */
export const MOST_NAMES = 500;

/**
 * Whole names by lookup of the literal, in the languages of the vocabulary and without one, as given and in the usual cases: what any engine does in
 * milliseconds, however many labels there are.
 */
function exactLabelSearch(asked: NameAsked): LabelSearch {
  return {
    mode: "exact",
    limitation:
      "Only whole names are found here, written as in the knowledge base but for capital letters; part of a name or a misspelt one is not.",
    async find(text, { limit, among }, bounds) {
      const work = new WorkLimit(bounds, asked.closed);
      work.throwIfOver();
      const { rows, complete } = await exactRows(text, among, asked, work);
      return { matches: matchesOf(rows, text, asked.vocabulary).slice(0, limit), complete };
    },
  };
}

async function exactRows(
  text: string,
  among: "entities" | "classes",
  asked: NameAsked,
  work: WorkLimit,
): Promise<{ readonly rows: Awaited<ReturnType<NameAsked["reader"]["rows"]>>; readonly complete: boolean }> {
  const { vocabulary, reader } = asked;
  if (text.trim() === "" || vocabulary.label.length + vocabulary.alias.length === 0)
    return { rows: [], complete: true };
  const languages = labelLanguages(vocabulary);
  const literals: readonly Term[] = spellings(text).flatMap((each) =>
    languages.map((language) => literal(each, language === "" ? {} : { language })),
  );
  const selection = nameRows(
    (scope) => [`VALUES ?l { ${literals.flatMap((each) => scope.term(each)).join(" ")} }`, "?x ?p ?l ."],
    among,
    asked,
  );
  const rows = await reader.rows(selection, work, MOST_NAMES);
  return { rows, complete: rows.length < MOST_NAMES };
}

/** As given; with each word, and with the first word, beginning in upper case; all in lower and in upper case. */
export function spellings(text: string): readonly string[] {
  const trimmed = text.trim().replace(/\s+/gu, " ");
  const lower = trimmed.toLowerCase();
  const first = lower.replace(/^./u, (letter) => letter.toUpperCase());
  const words = lower.replace(/(?<=^|[\s-])\p{Ll}/gu, (letter) => letter.toUpperCase());
  return [...new Set([text, trimmed, first, words, lower, trimmed.toUpperCase()])].filter(
    (each) => termText(literal(each)).length < 2000,
  );
}

/** Languages that names are looked up in besides those of the vocabulary. */
const COMMON = ["", "en", "de", "fr", "es", "it", "pt", "nl", "pl", "ru", "zh", "ja", "mul"];
const labelLanguages = ({ languages }: Vocabulary): readonly string[] => [
  ...new Set([...languages, ...COMMON]),
];

export type Among = "entities" | "classes";

/** What every search over SPARQL asks with. */
export interface NameAsked {
  readonly reader: RowReader;
  readonly vocabulary: Vocabulary;
  readonly dialect: SparqlDialect;
  /** For the bounds of each call. */
  readonly closed: AbortSignal;
}

/** `?x`, `?p`, `?l`: nodes with a name that the lines bind to `?l`, among classes or among the rest. */
function nameRows(
  lines: (scope: QueryScope) => readonly string[],
  among: Among,
  { vocabulary, dialect }: NameAsked,
): Selection {
  const scope = new QueryScope(vocabulary, { dialect });
  const predicates = [...vocabulary.label, ...vocabulary.alias];
  const test = isClass("?x", scope);
  return distinctRows(
    ["?x", "?p", "?l"],
    [
      ...lines(scope),
      `FILTER(?p IN (${predicates.map(scope.iri).join(", ")}))`,
      `FILTER(${among === "classes" ? test : `!${test}`})`,
    ],
  );
}

const SCORES: Readonly<Record<NameTier, number>> = {
  exact: 1,
  folded: 0.95,
  words: 0.7,
  abbreviation: 0.6,
  typo: 0.5,
};

/** Rows as matches: each entity once, by its nearest name, best first. */
export function matchesOf(
  rows: readonly Row[],
  text: string,
  { label, alias }: Vocabulary,
): readonly NameMatch[] {
  const best = new Map<string, NameMatch>();
  for (const [node, predicate, name] of rows) {
    if (node === undefined || !isNode(node) || name?.kind !== "literal" || predicate?.kind !== "iri")
      continue;
    const tier = tierOf(text, name.value);
    if (tier === undefined) continue;
    const isAlias = alias.includes(predicate.value) && !label.includes(predicate.value);
    const match = {
      term: node,
      name: name.value,
      alias: isAlias,
      tier,
      score: scoreOf(tier, text, name.value),
    };
    const known = best.get(termText(node));
    if (known === undefined || match.score > known.score || (match.score === known.score && known.alias))
      best.set(termText(node), match);
  }
  return [...best]
    .sort(([a, left], [b, right]) => right.score - left.score || (a < b ? -1 : 1))
    .map(([, match]) => match);
}

export function tierOf(text: string, name: string): NameTier | undefined {
  if (name === text) return "exact";
  if (foldText(name).trim() === foldText(text).trim()) return "folded";
  const [wanted, there] = [new Set(nameWords(text)), new Set(nameWords(name))];
  if (wanted.size === 0 || there.size === 0) return undefined;
  return [...wanted].every((word) => there.has(word)) || [...there].every((word) => wanted.has(word))
    ? "words"
    : undefined;
}

/** Of names that hold the words, one with little else is nearer. */
function scoreOf(tier: NameTier, text: string, name: string): number {
  if (tier !== "words") return SCORES[tier];
  const [wanted, there] = [nameWords(text).length, nameWords(name).length];
  return SCORES.words * (0.5 + 0.5 * (Math.min(wanted, there) / Math.max(wanted, there, 1)));
}
