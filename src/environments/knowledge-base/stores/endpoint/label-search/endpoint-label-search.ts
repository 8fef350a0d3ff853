import { nameWords } from "../../../../../util/name-words.ts";
import type { LabelSearch, NameMatch } from "../../../store/triple-store.ts";
import { TripleStoreError } from "../../../store/triple-store-error.ts";
import { iri, literal, termText } from "../../../term/term.ts";
import type { EngineName } from "../endpoint-engine.ts";
import type { EndpointLabelSearch } from "../endpoint-options.ts";
import { WorkLimit } from "../http/sparql-client.ts";
import type { Row } from "../row-reader.ts";
import { exactLabelSearch, exactRows, MOST_NAMES } from "./exact-label-search.ts";
import { matchesOf, type NameAsked, nameRows, tierOf } from "./found-names.ts";

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
    throw new TripleStoreError({
      kind: "unavailable",
      engineMessage: `The search of names failed: ${body.error?.info ?? `status ${response.status}`}.`,
    });
  } catch (cause) {
    if (cause instanceof TripleStoreError) throw cause;
    if (work.signal.aborted) throw work.reason();
    throw new TripleStoreError(
      { kind: "unavailable", engineMessage: "The search of names does not answer." },
      { cause },
    );
  }
}

/** How an engine is asked for literals with these words: lines that bind `?x`, `?p` and `?l`. */
type WordPattern = (words: readonly string[], asked: NameAsked) => readonly string[];

const quoted = (text: string): string => termText(literal(text));

/** `bif:contains` over the full-text index. */
const virtuosoWords: WordPattern = (words) => [
  "?x ?p ?l .",
  `?l <bif:contains> ${quoted(words.map((word) => `'${word.replaceAll("'", "")}'`).join(" AND "))} .`,
];

/** jena-text: `text:query` on each of the name predicates. */
const jenaWords: WordPattern = (words, { vocabulary }) =>
  [...vocabulary.label, ...vocabulary.alias].flatMap((predicate, at) => [
    ...(at === 0 ? [] : ["UNION"]),
    `{ (?x ?score${at} ?l) <http://jena.apache.org/text#query> (<${predicate}> ${quoted(words.join(" AND "))}) . ?x ?p ?l . FILTER(?p = <${predicate}>) }`,
  ]);

/** GraphDB's built-in full-text search, `onto:fts`, over the indexes of all languages. */
const graphdbWords: WordPattern = (words) => [
  `?l <http://www.ontotext.com/fts> (${quoted(words.join(" AND "))} "*") .`,
  "?x ?p ?l .",
];

const QLEVER = "http://qlever.cs.uni-freiburg.de/builtin-functions/";

/** QLever's text index over literals: they are the entities of their own text records. */
const qleverWords: WordPattern = (words) => [
  `?record <${QLEVER}contains-word> ${quoted(words.join(" "))} .`,
  `?record <${QLEVER}contains-entity> ?l .`,
  "?x ?p ?l .",
];

/**
 * Names that hold the words in any order, by the engine's text index; whole names by lookup, besides, as an index may lag behind or be missing.
 * A text index that is missing makes the search "exact" in effect, which `complete: false` says.
 */
function textLabelSearch(pattern: WordPattern, asked: NameAsked): LabelSearch {
  return {
    mode: "words",
    limitation: "Names are found by whole words, in any order; misspelt words are not.",
    async find(text, { limit, among }, bounds) {
      const work = new WorkLimit(bounds, asked.closed);
      work.throwIfOver();
      const words = nameWords(text);
      const [exact, byWords] = await Promise.all([
        exactRows(text, among, asked, work),
        words.length === 0 ? { rows: [], complete: true } : wordRows(pattern, words, among, asked, work),
      ]);
      const matches = matchesOf([...exact.rows, ...byWords.rows], text, asked.vocabulary);
      return { matches: matches.slice(0, limit), complete: exact.complete && byWords.complete };
    },
  };
}

async function wordRows(
  pattern: WordPattern,
  words: readonly string[],
  among: "entities" | "classes",
  asked: NameAsked,
  work: WorkLimit,
): Promise<{ readonly rows: readonly Row[]; readonly complete: boolean }> {
  try {
    const rows = await asked.reader.rows(
      nameRows(() => pattern(words, asked), among, asked),
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
 * there only where somebody set them up.
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
      return textLabelSearch(virtuosoWords, asked);
    case "jena":
      return textLabelSearch(jenaWords, asked);
    case "graphdb":
      return textLabelSearch(graphdbWords, asked);
    case "qlever":
      return textLabelSearch(qleverWords, asked);
    case "wikidata":
      return wikidataLabelSearch(asked.vocabulary.languages, asked.closed, searchUrl);
    case "exact":
      return exactLabelSearch(asked);
    default:
      return chosen;
  }
}
