import { foldText } from "../../../../../util/fold-text.ts";
import { nameWords } from "../../../../../util/name-words.ts";
import type { QueryScope } from "../../../sparql/program-pattern.ts";
import { isClass } from "../../../sparql/queries/entity-queries.ts";
import { distinctRows } from "../../../sparql/queries/set-queries.ts";
import { iri, isNode, literal, termText } from "../../../term/term.ts";
import type { LabelSearch, NameMatch, NameTier } from "../../../triple-store/triple-store.ts";
import { type StoreBounds, storeError, TripleStoreError } from "../../../triple-store/triple-store-error.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { EngineName } from "../endpoint-engine.ts";
import type { EndpointLabelSearch } from "../endpoint-options.ts";
import { type SparqlClient, USER_AGENT, type WorkLimit } from "../http/sparql-client.ts";
import type { Row } from "../row-reader.ts";
import type { SetReader } from "../set-reader.ts";

const API = "https://www.wikidata.org/w/api.php";
/** The API's limit of results per request for anonymous users. */
const MOST = 50;

interface Found {
  readonly id: string;
  readonly concepturi: string;
  readonly label?: string;
  readonly match?: { readonly type?: string; readonly text?: string };
}

/**
 * Wikidata's `wbsearchentities`: labels and aliases by prefix, in one language after another. Classes are ordinary items there, so that `among`
 * has no effect.
 */
function wikidataLabelSearch(begin: Begin, send: Send, url: string = API): LabelSearch {
  return {
    mode: "words",
    limitation: "Names are found by their beginning, as on wikidata.org; misspelt ones are not always.",
    async find(text, { limit }, bounds) {
      const { limit: work, vocabulary } = begin(bounds);
      const languages = vocabulary.languages.filter((tag) => tag !== "");
      const tags = [...new Set([...languages, "en"])].slice(0, 3);
      const answers = await Promise.all(tags.map((language) => searched(url, text, language, work, send)));
      const best = new Map<string, NameMatch>();
      for (const [place, found] of answers.flatMap((each) => each.map((one, at) => [at, one] as const))) {
        const name = found.match?.text ?? found.label ?? found.id;
        const tier = tierOf(text, name) ?? "typo";
        const match: NameMatch = {
          term: iri(found.concepturi.replace(/^https:/u, "http:")),
          name,
          alias: found.match?.type === "alias",
          tier,
          score: SCORES[tier] - place * 0.0005,
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
  send: Send,
): Promise<readonly Found[]> {
  const target = new URL(url);
  const parameters = { action: "wbsearchentities", format: "json", type: "item", limit: String(MOST) };
  for (const [name, value] of Object.entries({ ...parameters, search, language, uselang: language }))
    target.searchParams.set(name, value);
  const headers = { "user-agent": USER_AGENT, accept: "application/json" };
  const response = await send({ method: "GET", url: target.href, headers }, work);
  const body = jsonOf(response.body) as { search?: readonly Found[]; error?: { info?: string } } | undefined;
  if (Array.isArray(body?.search)) return body.search;
  const why = body?.error?.info ?? `status ${response.status}`;
  throw storeError("unavailable", `The search of names failed: ${why}.`);
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

const quoted = (text: string): string => termText(literal(text));

/** Literals with these words by `bif:contains` over the full-text index: lines that bind `?x`, `?p` and `?l`. */
const virtuosoWords = (words: readonly string[]): readonly string[] => [
  "?x ?p ?l .",
  `?l <bif:contains> ${quoted(words.map((word) => `'${word.replaceAll("'", "")}'`).join(" AND "))} .`,
];

async function wordRows(words: readonly string[], among: Among, sets: SetReader): Promise<NameRows> {
  if (words.length === 0) return { rows: [], complete: true };
  try {
    return await nameRows(() => virtuosoWords(words), among, sets);
  } catch (error) {
    const hasNoIndex =
      error instanceof TripleStoreError && ["syntax", "refused", "unsupported"].includes(error.facts.kind);
    if (!hasNoIndex) throw error;
    return { rows: [], complete: false };
  }
}

/**
 * The chosen search. "auto" uses the built-in search of Virtuoso and Wikidata, and exact lookup elsewhere: other engines have a text index only if
 * somebody set it up, who can pass a search of their own. Virtuoso's text index may lag behind or be missing, so whole names are looked up, too;
 * `complete: false` then marks the result.
 */
export function endpointLabelSearch(
  chosen: EndpointLabelSearch,
  engine: EngineName,
  begin: Begin,
  send: Send,
  searchUrl: string | undefined,
): LabelSearch {
  if (typeof chosen !== "string") return chosen;
  const search = chosen === "auto" ? engine.toLowerCase() : chosen;
  if (search === "wikidata") return wikidataLabelSearch(begin, send, searchUrl);
  const byWords = search === "virtuoso";
  return {
    mode: byWords ? "words" : "exact",
    limitation: byWords
      ? "Names are found by whole words, in any order; misspelt words are not."
      : "Only whole names are found here, written as in the knowledge base but for capital letters; part of a name or a misspelt one is not.",
    async find(text, { limit, among }, bounds) {
      const sets = begin(bounds);
      const found = await Promise.all([
        exactRows(text, among, sets),
        ...(byWords ? [wordRows(nameWords(text), among, sets)] : []),
      ]);
      const rows = found.flatMap((each) => each.rows);
      const matches = matchesOf(rows, text, sets.vocabulary).slice(0, limit);
      return { matches, complete: found.every(({ complete }) => complete) };
    },
  };
}

/** Most rows that are read for one text. */
const MOST_NAMES = 500;

/**
 * Whole names by lookup of the literal, in the languages of the vocabulary and without one, as given and in the usual cases. Any engine does this in
 * milliseconds, however many labels there are.
 */
async function exactRows(text: string, among: Among, sets: SetReader): Promise<NameRows> {
  const { label, alias, languages } = sets.vocabulary;
  if (text.trim() === "" || label.length + alias.length === 0) return { rows: [], complete: true };
  const tags = [...new Set([...languages, ...COMMON])];
  const literals = spellings(text).flatMap((each) =>
    tags.map((language) => literal(each, language === "" ? {} : { language })),
  );
  return nameRows(
    (scope) => [`VALUES ?l { ${literals.flatMap((each) => scope.term(each)).join(" ")} }`, "?x ?p ?l ."],
    among,
    sets,
  );
}

/** As given; with each word, and with the first word, beginning in upper case; all in lower and in upper case. */
function spellings(text: string): readonly string[] {
  const trimmed = text.trim().replace(/\s+/gu, " ");
  const lower = trimmed.toLowerCase();
  const first = lower.replace(/^./u, (letter) => letter.toUpperCase());
  const words = lower.replace(/(?<=^|[\s-])\p{Ll}/gu, (letter) => letter.toUpperCase());
  return [...new Set([text, trimmed, first, words, lower, trimmed.toUpperCase()])].filter(
    (each) => termText(literal(each)).length < 2000,
  );
}

/** Languages in which names are looked up besides those of the vocabulary. */
const COMMON = ["", "en", "de", "fr", "es", "it", "pt", "nl", "pl", "ru", "zh", "ja", "mul"];
type Among = "entities" | "classes";

/** Begins one search within its bounds. */
type Begin = (bounds: StoreBounds) => SetReader;
type Send = SparqlClient["send"];

interface NameRows {
  /** `?x`, `?p`, `?l` */
  readonly rows: readonly Row[];
  readonly complete: boolean;
}

/** Nodes with a name that the lines bind to `?l`, among classes or among the rest. */
async function nameRows(
  lines: (scope: QueryScope) => readonly string[],
  among: Among,
  sets: SetReader,
): Promise<NameRows> {
  const scope = sets.newScope();
  const predicates = [...sets.vocabulary.label, ...sets.vocabulary.alias];
  const test = isClass("?x", scope);
  const selection = distinctRows(
    ["?x", "?p", "?l"],
    [
      ...lines(scope),
      `FILTER(?p IN (${predicates.map(scope.iri).join(", ")}))`,
      `FILTER(${among === "classes" ? test : `!${test}`})`,
    ],
  );
  const rows = await sets.rows(selection, MOST_NAMES);
  return { rows, complete: rows.length < MOST_NAMES };
}

const SCORES: Readonly<Record<NameTier, number>> = {
  exact: 1,
  folded: 0.95,
  words: 0.7,
  abbreviation: 0.6,
  typo: 0.5,
};

/** Rows as matches: each entity once, by its nearest name, best first. */
function matchesOf(rows: readonly Row[], text: string, { label, alias }: Vocabulary): readonly NameMatch[] {
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

function tierOf(text: string, name: string): NameTier | undefined {
  if (name === text) return "exact";
  if (foldText(name).trim() === foldText(text).trim()) return "folded";
  const [wanted, there] = [new Set(nameWords(text)), new Set(nameWords(name))];
  if (wanted.size === 0 || there.size === 0) return undefined;
  return [...wanted].every((word) => there.has(word)) || [...there].every((word) => wanted.has(word))
    ? "words"
    : undefined;
}

/** Score of a match. Of names that contain the words, those with few further words score higher. */
function scoreOf(tier: NameTier, text: string, name: string): number {
  if (tier !== "words") return SCORES[tier];
  const [wanted, there] = [nameWords(text).length, nameWords(name).length];
  return SCORES.words * (0.5 + 0.5 * (Math.min(wanted, there) / Math.max(wanted, there, 1)));
}
