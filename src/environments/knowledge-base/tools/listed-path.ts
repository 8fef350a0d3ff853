import { Refusal } from "../../../environment/refusal.ts";
import { matchPath, type NamedPath, namePaths, samePath } from "../access/path-names.ts";
import type { Step } from "../program/program.ts";
import type { AttributeFacts, RelationFacts } from "../triple-store/triple-store.ts";
import { callText, type ToolCall } from "./knowledge-base-tool.ts";
import type { Subject } from "./subject.ts";

type Facts = { readonly path: readonly Step[] };

type Listing = "get_relations" | "get_attributes";

const listing = (tool: Listing, { argument }: Subject) => ({ text: callText(tool, { variable: argument }) });

/** For an action on a subject whose relations or attributes were not listed before. */
export function notListed(subject: Subject, tool: Listing): Refusal {
  return new Refusal(
    "prerequisite-missing",
    `First list the ${tool.slice("get_".length)} of ${subject.title} with ${tool}.`,
    { argument: "variable", text: subject.argument },
    [listing(tool, subject)],
  );
}

/** The relation or attribute that is written, among those of the subject. @throws Refusal */
export async function listedPath<F extends Facts>(
  written: string,
  facts: readonly F[],
  { subject, argument }: { readonly subject: Subject; readonly argument: "relation" | "attribute" },
  { graph, services }: ToolCall,
  unlisted?: Listing,
): Promise<NamedPath<F>> {
  const paths = await namePaths(facts, graph, services.names);
  const match = matchPath(written, paths, services.names);
  if (match.found) return match.found;
  const near = match.near.map(({ path, reason = path.label }) => ({
    text: path.text,
    replaces: written,
    ...(reason === "" ? {} : { reason }),
  }));
  const turned =
    match.near[0]?.reason === undefined ? "" : ` It leads the other way here: ${match.near[0].path.text}.`;
  const none = facts.length === 0 ? ` It has none at all.` : "";
  throw new Refusal(
    `unknown-${argument}`,
    `${subject.title} has no ${argument} "${written}".${turned}${none}`,
    { argument, text: written },
    [...near, ...(unlisted === undefined ? [] : [listing(unlisted, subject)])],
  );
}

/** An attribute, or a relation to texts and entities, whose values can be read and compared. */
export interface ReadableAttribute {
  readonly path: readonly Step[];
  readonly text: string;
  /** Numbers and dates of it; both where it has both. */
  readonly values: readonly AttributeFacts[];
  /** What the relation leads to, where it was listed as one. */
  readonly relation?: RelationFacts;
}

/** The attribute that is written, among the attributes and relations that were listed for the subject. @throws Refusal */
export async function readableAttribute(
  written: string,
  subject: Subject,
  call: ToolCall,
): Promise<ReadableAttribute> {
  const { state, graph } = call;
  const attributesListed = state.attributesOf.includes(subject.key);
  const relationsListed = state.relationsOf.includes(subject.key);
  if (!attributesListed && !relationsListed) throw notListed(subject, "get_attributes");
  const attributes = attributesListed ? await graph.attributes(subject.program) : [];
  const relations = relationsListed ? await graph.relations(subject.program) : [];
  const all: readonly Facts[] = [...attributes, ...relations];
  const { path, text } = await listedPath(
    written,
    all.filter((each, at) => all.findIndex((other) => samePath(other.path, each.path)) === at),
    { subject, argument: "attribute" },
    call,
    attributesListed ? "get_relations" : "get_attributes",
  );
  const same = (each: Facts): boolean => samePath(each.path, path);
  const values = (attributesListed ? attributes : await graph.attributes(subject.program)).filter(same);
  const relation = relations.find(same);
  return { path, text, values, ...(relation && { relation }) };
}
