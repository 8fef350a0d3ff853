import type { FailureCode, Suggestion, ToolFailure } from "../../../environment/tool-failure.ts";
import { matchPath, type NamedPath, namePaths } from "../access/path-names.ts";
import type { Step } from "../program/program.ts";
import type { AttributeFacts, RelationFacts } from "../store/triple-store.ts";
import { callText, type ToolCall } from "./knowledge-base-tool.ts";
import type { Subject } from "./subject.ts";

type Facts = { readonly path: readonly Step[] };

export type ListedPath<F extends Facts> =
  | { readonly path: NamedPath<F>; readonly failure?: never }
  | { readonly failure: ToolFailure; readonly path?: never };

/** The failure of an action on a subject whose relations or attributes were not listed before. */
export function notListed(subject: Subject, tool: "get_relations" | "get_attributes"): ToolFailure {
  const what = tool === "get_relations" ? "relations" : "attributes";
  return {
    code: "prerequisite-missing",
    message: `First list the ${what} of ${subject.title} with ${tool}.`,
    part: { argument: "variable", text: subject.argument },
    suggestions: [{ text: callText(tool, { variable: subject.argument }) }],
  };
}

/** The relation or attribute that is written, among those of the subject. */
export async function listedPath<F extends Facts>(
  written: string,
  facts: readonly F[],
  { subject, argument }: { readonly subject: Subject; readonly argument: "relation" | "attribute" },
  call: ToolCall,
): Promise<ListedPath<F>> {
  const { graph, services } = call;
  const paths = await namePaths(facts, graph, services.names);
  const match = matchPath(written, paths, services.names);
  if (match.found) return { path: match.found };
  const code: FailureCode = argument === "relation" ? "unknown-relation" : "unknown-attribute";
  const near: Suggestion[] = match.near.map(({ path, reason }) => ({
    text: path.text,
    replaces: written,
    ...(reason !== undefined ? { reason } : path.label === "" ? {} : { reason: path.label }),
  }));
  const turned =
    match.near[0]?.reason === undefined ? "" : ` It leads the other way here: ${match.near[0].path.text}.`;
  const none = facts.length === 0 ? ` It has none at all.` : "";
  return {
    failure: {
      code,
      message: `${subject.title} has no ${argument} "${written}".${turned}${none}`,
      part: { argument, text: written },
      suggestions: near,
    },
  };
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

/** The attribute that is written, among the attributes and relations that were listed for the subject. */
export async function readableAttribute(
  written: string,
  subject: Subject,
  call: ToolCall,
): Promise<
  | { readonly attribute: ReadableAttribute; readonly failure?: never }
  | { readonly failure: ToolFailure; readonly attribute?: never }
> {
  const { state, graph } = call;
  const [attributesListed, relationsListed] = [
    state.attributesOf.includes(subject.key),
    state.relationsOf.includes(subject.key),
  ];
  if (!attributesListed && !relationsListed) return { failure: notListed(subject, "get_attributes") };
  const attributes = attributesListed ? await graph.attributes(subject.program) : [];
  const relations = relationsListed ? await graph.relations(subject.program) : [];
  const all: readonly { readonly path: readonly Step[] }[] = [...attributes, ...relations];
  const found = await listedPath(written, onePerPath(all), { subject, argument: "attribute" }, call);
  if (found.failure) {
    const unlisted = attributesListed ? "get_relations" : "get_attributes";
    const hint = notListed(subject, unlisted).suggestions;
    return { failure: { ...found.failure, suggestions: [...found.failure.suggestions, ...hint] } };
  }
  const { path, text } = found.path;
  const same = (each: { readonly path: readonly Step[] }): boolean =>
    JSON.stringify(each.path) === JSON.stringify(path);
  const values = (attributesListed ? attributes : await graph.attributes(subject.program)).filter(same);
  const relation = relations.find(same);
  return { attribute: { path, text, values, ...(relation === undefined ? {} : { relation }) } };
}

function onePerPath<F extends { readonly path: readonly Step[] }>(all: readonly F[]): readonly F[] {
  return [
    ...new Map(all.toReversed().map((each) => [JSON.stringify(each.path), each])).values(),
  ].toReversed();
}
