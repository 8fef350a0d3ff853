import type { LabelSearch, NameMatch } from "../../../store/label-search.ts";
import { TripleStoreError } from "../../../store/triple-store-error.ts";
import { iri } from "../../../term/term.ts";
import { WorkLimit } from "../work-limit.ts";
import { tierOf } from "./found-names.ts";

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
export function wikidataLabelSearch(
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
