import type { ReferencedKind } from "../../../environment/act-context.ts";
import { foldText } from "../../../util/fold-text.ts";
import type { Json } from "../../../util/json.ts";
import type { NameMatch } from "../store/label-search.ts";
import { iri, type Term } from "../term/term.ts";
import { distinctTerms } from "./entity-named.ts";
import type { ToolCall } from "./knowledge-base-tool.ts";
import { dateTerm, numberTerm } from "./value-term.ts";

/** Names looked up at the same time. */
const AT_ONCE = 16;
const MOST_MATCHES = 5;

export interface ValuesRead {
  readonly terms: readonly Term[];
  /** Values that name nothing here. */
  readonly unknown: readonly string[];
  /** Values that name several things; none of them is taken. */
  readonly ambiguous: readonly string[];
}

const FULL_IRI = /^\s*<?[a-z][a-z0-9+.-]*:\/\/\S+\s*$/iu;

type Read = Term | "unknown" | "ambiguous";

/** Terms for the values that another environment holds: identifiers and values as they are, texts by the entities of that name. */
export async function termsOfValues(
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

/** What is written as a full IRI is one. Else exactly that label, the label but for case and accents, or an alias; of several none. */
async function entityCalled(text: string, { graph, services }: ToolCall): Promise<Read> {
  const written = FULL_IRI.test(text) ? services.names.iri(text) : undefined;
  if (written !== undefined) return iri(written);
  const { matches } = await graph.find(text.trim(), { limit: MOST_MATCHES, among: "entities" });
  const exact = (match: NameMatch): boolean => match.name === text.trim();
  const folded = (match: NameMatch): boolean => foldText(match.name) === foldText(text);
  const tiers = [
    matches.filter((match) => exact(match) && !match.alias),
    matches.filter((match) => folded(match) && !match.alias),
    matches.filter(folded),
  ].map(distinctTerms);
  const [only, ...others] = tiers.find((tier) => tier.length > 0) ?? [];
  if (only === undefined) return "unknown";
  return others.length === 0 ? only.term : "ambiguous";
}
