import { distinctRows } from "../../../sparql/queries/selection.ts";
import { QueryScope } from "../../../sparql/query-scope.ts";
import { TripleStoreError } from "../../../store/triple-store-error.ts";
import type { WorkLimit } from "../work-limit.ts";
import type { NameAsked } from "./found-names.ts";

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
