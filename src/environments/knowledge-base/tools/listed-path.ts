import { type Marked, say, written } from "../../../environment/egress/marks.ts";
import { Refusal } from "../../../environment/refusal.ts";
import { matchPath, type NamedPath, namePaths, samePath } from "../access/path-names.ts";
import type { Step } from "../program/program.ts";
import type { AttributeFacts, RelationFacts } from "../triple-store/triple-store.ts";
import { callText, type ToolCall } from "./knowledge-base-tool.ts";
import type { Subject } from "./subject.ts";

type Facts = { readonly path: readonly Step[] };

type Listing = "get_relations" | "get_attributes";

const listing = (tool: Listing, { argument }: Subject) => ({
  text: callText(tool, { variable: written(argument) }),
});

/** The refusal of an action on a subject whose attributes were not listed before. */
export function notListed(subject: Subject): Refusal {
  return new Refusal(
    "prerequisite-missing",
    say`First list the attributes of ${subject.title} with get_attributes.`,
    { argument: "variable", text: subject.argument },
    [listing("get_attributes", subject)],
  );
}

/** The relation or attribute named by an argument, among the subject's. @throws Refusal */
export async function listedPath<F extends Facts>(
  named: string,
  facts: readonly F[],
  { subject, argument }: { readonly subject: Subject; readonly argument: "relation" | "attribute" },
  { graph, services }: ToolCall,
  unlisted?: Listing,
): Promise<NamedPath<F>> {
  const paths = await namePaths(facts, graph, services.names);
  const match = matchPath(named, paths, services.names);
  if (match.found) return match.found;
  const near = match.near.map(({ path, reason = path.label }) => ({
    text: path.text,
    replaces: named,
    ...(reason === "" ? {} : { reason }),
  }));
  const turned =
    match.near[0]?.reason === undefined ? "" : say` It leads the other way here: ${match.near[0].path.text}.`;
  const none = facts.length === 0 ? " It has none at all." : "";
  throw new Refusal(
    `unknown-${argument}`,
    say`${subject.title} has no ${argument} "${written(named)}".${turned}${none}`,
    { argument, text: named },
    [...near, ...(unlisted === undefined ? [] : [listing(unlisted, subject)])],
  );
}

/** An attribute, or a relation to texts and entities, whose values can be read and compared. */
export interface ReadableAttribute {
  readonly path: readonly Step[];
  readonly text: Marked;
  /** Ranges of its numbers and of its dates, if it has any. */
  readonly values: readonly AttributeFacts[];
  /** Facts of the relation, if it was listed as a relation. */
  readonly relation?: RelationFacts;
}

/** The attribute named by an argument, among the subject's attributes and relations. @throws Refusal */
export async function readableAttribute(
  named: string,
  subject: Subject,
  call: ToolCall,
): Promise<ReadableAttribute> {
  const { state, graph } = call;
  const attributesListed = state.attributesOf.includes(subject.key);
  const relationsListed = state.relationsOf.includes(subject.key);
  const attributes = await graph.attributes(subject.program);
  const relations = attributesListed && !relationsListed ? [] : await graph.relations(subject.program);
  const all: readonly Facts[] = [...attributes, ...relations];
  const { path, text } = await listedPath(
    named,
    all.filter((each, at) => all.findIndex((other) => samePath(other.path, each.path)) === at),
    { subject, argument: "attribute" },
    call,
    attributesListed ? "get_relations" : "get_attributes",
  );
  const same = (each: Facts): boolean => samePath(each.path, path);
  const values = attributes.filter(same);
  const relation = relations.find(same);
  return { path, text, values, ...(relation && { relation }) };
}
