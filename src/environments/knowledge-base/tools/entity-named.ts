import type { Suggestion, ToolFailure } from "../../../environment/tool-failure.ts";
import { nearestNames, SUGGESTION_SCORE } from "../../../util/nearest-names.ts";
import type { LinkedName } from "../knowledge-base-state.ts";
import type { NameMatch } from "../store/label-search.ts";
import { iri, type Term } from "../term/term.ts";
import { termText } from "../term/term-text.ts";
import { callText } from "./call-text.ts";
import { describeCandidates, suggestionsOf } from "./candidates.ts";
import { classesCalled, knownClasses } from "./class-named.ts";
import type { ToolCall } from "./knowledge-base-tool.ts";
import { shownIdentifier } from "./shown-identifier.ts";

const MOST_MATCHES = 20;
const MOST_CANDIDATES = 8;

export type EntityFound =
  | { readonly term: Term; readonly linked?: LinkedName; readonly failure?: never }
  | { readonly failure: ToolFailure; readonly term?: never };

/**
 * The entity of an identifier or of a name. A name is taken where exactly one entity has it, labels before aliases and exact before folded
 * ones; anything less is a failure with candidates.
 */
export async function entityNamed(text: string, argument: string, call: ToolCall): Promise<EntityFound> {
  const known = call.state.linked.findLast(({ name }) => name === text);
  if (known) return { term: known.term };
  const term = await entityIdentified(text, call);
  if (term) return { term };
  const shown = shownIdentifier(text);
  const identified = shown === undefined ? undefined : await entityIdentified(shown, call);
  if (identified) return { term: identified };
  const { matches } = await call.graph.find(text, { limit: MOST_MATCHES, among: "entities" });
  const tiers = [
    matches.filter(({ tier, alias }) => tier === "exact" && !alias),
    matches.filter(({ tier }) => tier === "exact"),
    matches.filter(({ tier, alias }) => tier === "folded" && !alias),
    matches.filter(({ tier }) => tier === "folded"),
  ].map(distinctTerms);
  const best = tiers.find((found) => found.length > 0) ?? [];
  const [only] = best;
  if (only && best.length === 1) return { term: only.term, linked: { name: text, term: only.term } };
  const candidates = await describeCandidates(
    (best.length > 0 ? best : distinctTerms(matches)).slice(0, MOST_CANDIDATES),
    call,
  );
  if (best.length > 1) {
    return {
      failure: {
        code: "ambiguous-entity",
        message: `${best.length}${best.length < MOST_MATCHES ? "" : " or more"} entities are named "${text}"; write the identifier of one.`,
        part: { argument, text },
        suggestions: suggestionsOf(candidates, text),
      },
    };
  }
  const limitation = call.services.store.labelSearch.limitation;
  const searched = limitation === "" ? "" : ` ${limitation}`;
  const near = candidates.length > 0 ? " The nearest names are suggested." : "";
  return {
    failure: {
      code: "unknown-entity",
      message: `Nothing has the name or identifier "${text}".${near}${searched}`,
      part: { argument, text },
      suggestions: [
        ...(await asClass(text, call)),
        ...(candidates.length > 0 ? suggestionsOf(candidates, text) : knownBefore(text, call)),
      ],
    },
  };
}

/** What is no entity may be a class, which other tools take. */
async function asClass(text: string, { graph, services }: ToolCall): Promise<readonly Suggestion[]> {
  const { same } = classesCalled(text, await knownClasses(graph, services.names), services.names);
  return same.slice(0, 2).map((each) => ({
    text: callText("instances", { class: each.text }),
    reason: `${each.label} is a class`,
  }));
}

/** Names that were linked in this workspace, where the store's search found none. */
function knownBefore(text: string, { state }: ToolCall): readonly Suggestion[] {
  const names = state.linked.map(({ name }) => name);
  const near = nearestNames(text, names, { limit: 3 }).filter(({ score }) => score >= SUGGESTION_SCORE);
  return near.map(({ name }) => ({ text: name, replaces: text, reason: "used before" }));
}

/** The entity with that identifier, where the store says anything of it. */
export async function entityIdentified(text: string, call: ToolCall): Promise<Term | undefined> {
  const { names } = call.services;
  const blank = /^_:(\S+)$/u.exec(text)?.[1];
  const value = blank === undefined ? names.iri(text) : undefined;
  const term: Term | undefined =
    blank !== undefined ? { kind: "blank", value: blank } : value === undefined ? undefined : iri(value);
  if (term === undefined) return undefined;
  const [label] = await call.graph.labels([term]);
  if (label !== undefined) return term;
  const relations = await call.graph.relations({ op: "terms", terms: [term] });
  return relations.length > 0 ? term : undefined;
}

export function distinctTerms(matches: readonly NameMatch[]): readonly NameMatch[] {
  return [
    ...new Map(matches.toReversed().map((match) => [termText(match.term), match])).values(),
  ].toReversed();
}
