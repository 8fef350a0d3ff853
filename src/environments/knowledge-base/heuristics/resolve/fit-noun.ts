import type { KnownClass } from "../../tools/entity-named.ts";
import type { Noun } from "../grammar/phrase.ts";
import { kindFits, kindsOf } from "../lexicon/kinds.ts";
import { singular } from "../linking/lexical-edges.ts";
import { allCalled } from "./all-called.ts";
import { instancesNode, setNode } from "./node.ts";
import type { ResolveContext, Resolved } from "./resolve-context.ts";

const BY_KIND = 0.02;
const UNKNOWN_KIND = 0.15;
const MOST_CLASSES = 3;

/** The set as far as the noun fits it: as the relation's own word, as a class, as a generic noun. Nothing where it does not. */
export async function fitNoun(
  resolved: Resolved,
  noun: Noun,
  context: ResolveContext,
): Promise<readonly Resolved[]> {
  const { ends } = resolved;
  if (ends.some(({ nouns }) => nouns.has(noun.key))) return [resolved];
  const classes = (context.known.classes.get(noun.key) ?? []).slice(0, MOST_CLASSES);
  const kept: Resolved[] = [];
  for (const each of classes) kept.push(...(await withinClass(resolved, each, context)));
  if (kept.length > 0 || classes.length > 0) {
    if (kept.length === 0)
      context.notes.push({
        reason: `None of what the other words lead to is called "${noun.text}".`,
        words: [noun.text],
      });
    return kept;
  }
  const kind = singular(noun.text);
  const told = ends
    .map((end) => end.ends)
    .join(" ")
    .trim();
  if (kindsOf(kind).length > 0 || kind === "one") {
    if (kindFits(kind, told)) return [{ ...resolved, cost: resolved.cost + BY_KIND }];
    const untyped = context.known.classes.size === 0;
    if (untyped && told === "") {
      const said = `The data does not say what kind of things these are; they were taken for "${noun.text}".`;
      return [
        { ...resolved, cost: resolved.cost + UNKNOWN_KIND, assumptions: [...resolved.assumptions, said] },
      ];
    }
  }
  const called = await allCalled(noun, { ...context, notes: [] });
  const both = called.map((each) => ({
    ...resolved,
    node: setNode("intersection", resolved.node, each.node),
    cost: resolved.cost + each.cost,
    assumptions: [...resolved.assumptions, ...each.assumptions],
  }));
  if (both.length > 0) return both;
  context.notes.push({
    reason: `What the other words lead to is not called "${noun.text}" here.`,
    words: [noun.text],
  });
  return [];
}

async function withinClass(
  resolved: Resolved,
  of: KnownClass,
  { graph, spend }: ResolveContext,
): Promise<readonly Resolved[]> {
  if (!spend()) return [];
  const { program } = resolved.node;
  const summary = await graph.summarize(program);
  // What is empty is told as such in the end.
  if (summary.size === 0) return [resolved];
  if (summary.kind !== "entities" && summary.kind !== "mixed") return [];
  const own = summary.classes.find((each) => each.class === of.iri);
  if (own?.count === summary.size) return [resolved];
  const narrowed = setNode("intersection", resolved.node, instancesNode(of));
  const { size } = await graph.summarize(narrowed.program);
  if (size === 0) return [];
  return size === summary.size ? [resolved] : [{ ...resolved, node: narrowed }];
}
