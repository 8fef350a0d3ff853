import { z } from "zod";
import { type Marked, ownText, say, written } from "../../../environment/egress/marks.ts";
import { foldText } from "../../../util/fold-text.ts";
import { nameWords } from "../../../util/name-words.ts";
import { labelBeyond, type NamedPath, namePaths } from "../access/path-names.ts";
import { withLinked, withListed } from "../knowledge-base-state.ts";
import { walked } from "../program/program.ts";
import { rankPaths } from "../relevance/question-relevance.ts";
import type { RelationFacts, TermsKind } from "../triple-store/triple-store.ts";
import { defineTool, observe, type ToolCall, type ToolOutcome } from "./knowledge-base-tool.ts";
import { listedPath } from "./listed-path.ts";
import { newVariable, VARIABLE_OUTPUT } from "./new-variable.ts";
import { resolveSubject, type Subject } from "./subject.ts";

export const getNeighbors = defineTool({
  name: "get_neighbors",
  description: "All that a relation of an entity or variable leads to; `^relation` walks it backwards.",
  group: "navigational",
  essential: true,
  workspace: "writes",
  input: z.strictObject({ variable: z.string(), relation: z.string() }),
  output: VARIABLE_OUTPUT,
  async run({ variable, relation }, call): Promise<ToolOutcome> {
    const subject = await resolveSubject(variable, "variable", call, ["get_relations", "get_neighbors"]);
    const facts = await call.graph.relations(subject.program);
    const unlisted = call.state.relationsOf.includes(subject.key) ? undefined : "get_relations";
    const { path, text } = await listedPath(
      relation,
      facts,
      { subject, argument: "relation" },
      call,
      unlisted,
    );
    const given = { variable: subject, relation: text };
    return newVariable("get_neighbors", walked(subject.program, path), given, call);
  },
});

const END = {
  entities: "",
  numbers: "number",
  dates: "date",
  texts: "text",
  mixed: "mixed",
  none: "",
} as const satisfies Record<TermsKind, string>;

/** All named relations of a subject, each with the class or kind at its other end. */
export interface ListedRelations {
  readonly paths: readonly NamedPath<RelationFacts>[];
  /** Class name or kind, in the order of `paths`; empty if unknown. */
  readonly ends: readonly Marked[];
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
  const byClass = new Map(classes.map((each, at) => [each, named[at] ?? say``]));
  const ends = facts.map(({ end }) =>
    end.class === undefined ? ownText(END[end.kind]) : (byClass.get(end.class) ?? say``),
  );
  return { paths, ends };
}

/** Relations shown at once, the most relevant to the question first. */
export const SHOWN_RELATIONS = 25;
const FEW_MORE = 4;
/** Shorter words occur in too many names to be significant. */
const SHORTEST_WORD = 3;

export const getRelations = defineTool({
  name: "get_relations",
  description:
    "Relations of an entity (identifier or name) or a variable (#0) and what they lead to, those near the question first; `^` marks those that point at it. `like`: only relations with these words; `more`: those left out before.",
  group: "navigational",
  essential: true,
  workspace: "writes",
  input: z.strictObject({
    variable: z.string(),
    like: z.string().optional(),
    more: z.boolean().optional(),
  }),
  output: z.object({
    variable: z.string(),
    total: z.int(),
    relations: z.array(
      z.object({ relation: z.string(), label: z.string(), members: z.int(), end: z.string() }),
    ),
  }),
  async run({ variable, like, more }, call): Promise<ToolOutcome> {
    const subject = await resolveSubject(variable, "variable", call);
    const listed = await listRelations(subject, call);
    const endOf = new Map(listed.paths.map((path, at) => [path, listed.ends[at] ?? say``]));
    const asked = `${call.state.question ?? ""} ${like ?? ""}`;
    // The class at the other end and the whole name count less.
    const ranked = rankPaths(
      listed.paths,
      asked,
      ({ score }, { text }, at) => 0.5 * score(listed.ends[at] ?? "") + 0.25 * score(text),
    );
    const isLike = likeness(like ?? "");
    const matching = like === undefined ? ranked : ranked.filter((path) => isLike(path, endOf.get(path)));
    const rest = more === true ? matching.slice(SHOWN_RELATIONS) : matching;
    const most = more === true || like !== undefined ? call.context.limits.rows : SHOWN_RELATIONS;
    const candidates = rest.length > 0 ? rest : matching;
    // Another call for the last few would cost more than showing them.
    const shown = candidates.slice(0, candidates.length <= most + FEW_MORE ? candidates.length : most);
    const size = subject.variable?.size ?? 1;
    const head = headOf(subject, { total: ranked.length, shown: shown.length, like });
    const left = matching.length - shown.length - (more === true && rest.length > 0 ? SHOWN_RELATIONS : 0);
    const state = withListed(call.state, "relationsOf", subject.key);
    return {
      observation: observe(
        [head, ...shown.map((path) => relationLine(path, endOf.get(path) ?? say``, size))],
        {
          variable: written(subject.argument),
          total: ranked.length,
          relations: shown.map((path) => ({
            relation: path.text,
            label: path.label,
            members: path.facts.members,
            end: endOf.get(path) ?? say``,
          })),
        },
        {
          truncation:
            left > 0
              ? {
                  what: "rows",
                  shown: shown.length,
                  total: matching.length,
                  howToSeeMore:
                    more === true ? say`give \`like\`` : say`\`more: true\`, or \`like\` with a word of it`,
                }
              : undefined,
        },
      ),
      state: withLinked(state, [subject.linked]),
    };
  },
});

function headOf(
  { title, argument }: Subject,
  {
    total,
    shown,
    like,
  }: { readonly total: number; readonly shown: number; readonly like: string | undefined },
): Marked {
  const name = title === argument ? title : say`${title} [${written(argument)}]`;
  if (total === 0) return say`${name} has no relations.`;
  if (shown === 0) return say`None of the ${total} relations of ${name} is like "${written(like ?? "")}".`;
  return say`Relations of ${name}:`;
}

/** `directed_by "director" → Person (12 of 14)`. */
export function relationLine(path: NamedPath<RelationFacts>, end: Marked, size: number): Marked {
  const label = labelBeyond(path);
  const { members } = path.facts;
  const called = label === "" ? "" : say` "${label}"`;
  const to = end === "" ? "" : say` → ${end}`;
  return say`${path.text}${called}${to}${members < size ? say` (${members} of ${size})` : ""}`;
}

function likeness(like: string): (path: NamedPath<RelationFacts>, end?: string) => boolean {
  const wanted = foldText(like);
  const words = nameWords(like).filter(({ length }) => length >= SHORTEST_WORD);
  return (path, end = "") => {
    if ([path.text, path.label, end].some((name) => foldText(name).includes(wanted))) return true;
    const own = nameWords(`${path.text} ${path.label} ${end}`);
    return words.some((word) => own.some((each) => each.includes(word)));
  };
}
