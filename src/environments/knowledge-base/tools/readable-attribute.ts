import type { ToolFailure } from "../../../environment/tool-failure.ts";
import { matchPath } from "../access/match-path.ts";
import { namePaths } from "../access/path-names.ts";
import type { Step } from "../program/program.ts";
import type { AttributeFacts, RelationFacts } from "../store/triple-store.ts";
import type { ToolCall } from "./knowledge-base-tool.ts";
import { listedPath, notListed } from "./listed-path.ts";
import type { Subject } from "./subject.ts";

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
  tool: string,
  call: ToolCall,
): Promise<
  | { readonly attribute: ReadableAttribute; readonly failure?: never }
  | { readonly failure: ToolFailure; readonly attribute?: never }
> {
  const { state, graph, services } = call;
  const [attributesListed, relationsListed] = [
    state.attributesOf.includes(subject.key),
    state.relationsOf.includes(subject.key),
  ];
  if (!attributesListed && !relationsListed) return { failure: notListed(subject, "get_attributes") };
  const attributes = attributesListed ? await graph.attributes(subject.program) : [];
  const relations = relationsListed ? await graph.relations(subject.program) : [];
  const all: readonly { readonly path: readonly Step[] }[] = [...attributes, ...relations];
  const match = matchPath(written, await namePaths(onePerPath(all), graph, services.names), services.names);
  const found = match.found
    ? { path: match.found }
    : await listedPath(written, onePerPath(all), { subject, argument: "attribute", tool }, call);
  if (found.failure) {
    const unlisted = attributesListed ? "get_relations" : "get_attributes";
    if (attributesListed !== relationsListed && (await isIn(unlisted, written, subject, call)))
      return { failure: notListed(subject, unlisted) };
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

/** Whether what is written is among what has not been listed yet: it is there, then, and only the listing is missing. */
async function isIn(
  tool: "get_relations" | "get_attributes",
  written: string,
  { program }: Subject,
  { graph, services: { names } }: ToolCall,
): Promise<boolean> {
  const facts: readonly { readonly path: readonly Step[] }[] =
    tool === "get_relations" ? await graph.relations(program) : await graph.attributes(program);
  return matchPath(written, await namePaths(facts, graph, names), names).found !== undefined;
}

function onePerPath<F extends { readonly path: readonly Step[] }>(all: readonly F[]): readonly F[] {
  return [
    ...new Map(all.toReversed().map((each) => [JSON.stringify(each.path), each])).values(),
  ].toReversed();
}
