import { type NamedPath, namePaths } from "../access/path-names.ts";
import { type RankedPath, rankRelations } from "../relevance/rank-paths.ts";
import type { RelationFacts, TermsKind } from "../store/triple-store.ts";
import type { ToolCall } from "./knowledge-base-tool.ts";
import type { Subject } from "./subject.ts";

const END: Readonly<Record<TermsKind, string>> = {
  entities: "",
  numbers: "number",
  dates: "date",
  texts: "text",
  mixed: "mixed",
  none: "",
};

/** All relations of a subject under their names, with the name of what stands at the other end. */
export interface ListedRelations {
  readonly paths: readonly NamedPath<RelationFacts>[];
  /** Class name or kind, in the order of `paths`; empty where nothing is known of it. */
  readonly ends: readonly string[];
}

type Reading = Pick<ToolCall, "graph" | "services">;

export async function listRelations(
  subject: Pick<Subject, "program">,
  { graph, services }: Reading,
): Promise<ListedRelations> {
  const facts = await graph.relations(subject.program);
  const paths = await namePaths(facts, graph, services.names);
  const classes = [...new Set(facts.flatMap(({ end }) => end.class ?? []))];
  const named = await graph.iriNames(classes);
  const byClass = new Map(classes.map((each, at) => [each, named[at] ?? ""]));
  const ends = facts.map(({ end }) =>
    end.class === undefined ? END[end.kind] : (byClass.get(end.class) ?? ""),
  );
  return { paths, ends };
}

export function rankListed(
  { paths, ends }: ListedRelations,
  asked: string,
): readonly RankedPath<RelationFacts>[] {
  return rankRelations(paths, ends, asked);
}
