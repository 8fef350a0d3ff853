import { foldText } from "../../../../../util/fold-text.ts";
import { nameWords } from "../../../../../util/name-words.ts";
import { QueryScope } from "../../../sparql/program-pattern.ts";
import { isClass } from "../../../sparql/queries/entity-queries.ts";
import { distinctRows, type Selection } from "../../../sparql/queries/set-queries.ts";
import type { SparqlDialect } from "../../../sparql/sparql-dialect.ts";
import type { NameMatch, NameTier } from "../../../store/triple-store.ts";
import { TripleStoreError } from "../../../store/triple-store-error.ts";
import { isNode, termText } from "../../../term/term.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { WorkLimit } from "../http/sparql-client.ts";
import type { Row, RowReader } from "../row-reader.ts";

const SAMPLE = 20_000;
const MOST_LANGUAGES = 60;
const MILLISECONDS = 5_000;

const KNOWN = new WeakMap<NameAsked, readonly string[]>();

/** Language tags to look a name up in: those of the vocabulary, none, and those of some labels of the knowledge base, found out once. */
export async function labelLanguages(asked: NameAsked, work: WorkLimit): Promise<readonly string[]> {
  const known = KNOWN.get(asked);
  if (known !== undefined) return known;
  const all = [...new Set([...asked.vocabulary.languages, "", "en", ...(await seenLanguages(asked, work))])];
  const languages = all.slice(0, MOST_LANGUAGES);
  KNOWN.set(asked, languages);
  return languages;
}

async function seenLanguages(
  { vocabulary, dialect, reader }: NameAsked,
  work: WorkLimit,
): Promise<readonly string[]> {
  const scope = new QueryScope(vocabulary, { dialect });
  const predicates = [...vocabulary.label, ...vocabulary.alias].map(scope.iri);
  const lines = [
    `{ SELECT ?l WHERE { ?x ?p ?l . FILTER(?p IN (${predicates.join(", ")}) && isLiteral(?l)) } LIMIT ${SAMPLE} }`,
    "BIND(LANG(?l) AS ?tag)",
  ];
  try {
    const rows = await reader.rows(distinctRows(["?tag"], lines), work.part(MILLISECONDS), 500);
    return rows.flatMap(([tag]) => (tag?.kind === "literal" ? [tag.value.toLowerCase()] : []));
  } catch (error) {
    if (work.signal.aborted) throw work.reason();
    if (error instanceof TripleStoreError && error.facts.kind !== "unavailable") return [];
    throw error;
  }
}

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
export function nameRows(
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
