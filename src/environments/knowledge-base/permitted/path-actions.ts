import { namePaths } from "../access/path-names.ts";
import type { Comparison } from "../program/program.ts";
import { comparableValue, compareValues } from "../term/comparable-value.ts";
import type { Term } from "../term/term.ts";
import { COMPARISONS } from "../tools/filter.ts";
import { listRelations } from "../tools/get-relations.ts";
import type { ToolCall } from "../tools/knowledge-base-tool.ts";
import { dateTerm, numberTerm } from "../tools/subject.ts";
import type { AttributeFacts, RelationFacts } from "../triple-store/triple-store.ts";
import { type CandidateAction, type Candidates, OPEN } from "./candidates.ts";
import { comparingIn, cuesIn } from "./cues.ts";
import type { ActionSubject, ActionSubjects } from "./subjects.ts";

/** Most named entities offered as values. */
const MOST_ENTITIES = 4;
/** Least certainty of an entity offered as a value. */
const SURE = 0.5;

/** Relations not listed yet, and relations that were listed and not followed yet. */
export async function relationActions(
  subjects: ActionSubjects,
  call: ToolCall,
  candidates: Candidates,
): Promise<readonly CandidateAction[]> {
  const { relationsOf, variables } = call.state;
  const all = [...subjects.variables, ...subjects.entities].filter(({ variable }) => variable?.size !== 0);
  const actions = all.map(async (subject) => {
    const { weight, key, argument } = subject;
    if (!relationsOf.includes(key))
      return candidates.of("get_relations", { variable: subject }, weight + (variables.length === 0 ? 1 : 0));
    const { paths, ends } = await listRelations(subject, call);
    // Relations of a subject that was already followed are less likely to be followed again.
    const followed = variables.some(
      ({ tool, arguments: given }) => tool === "get_neighbors" && given.variable === argument,
    );
    const base = 0.5 * weight + (followed ? 0 : 0.5) + (key === relationsOf.at(-1) ? 1 : 0);
    return paths.flatMap((relation, at) =>
      candidates.of("get_neighbors", { variable: subject, relation }, base, { names: [ends[at] ?? ""] }),
    );
  });
  return (await Promise.all(actions)).flat();
}

/**
 * Comparisons by the listed relations of a variable: with an open value, and with the named entities and an
 * open relation.
 */
export async function relationFilters(
  subjects: ActionSubjects,
  call: ToolCall,
  candidates: Candidates,
): Promise<readonly CandidateAction[]> {
  const { relationsOf, attributesOf } = call.state;
  const listed = subjects.variables.filter(
    ({ key, variable }) => relationsOf.includes(key) && variable?.kind === "entities",
  );
  const filters = listed.map(async (variable) => {
    const { paths, ends } = await listRelations(variable, call);
    const base = 0.5 * variable.weight + (relationsOf.at(-1) === variable.key ? 0.5 : 0);
    const compared = attributesOf.includes(variable.key);
    const values = paths.flatMap((attribute, at) => {
      const { kind } = attribute.facts.end;
      const ordered = kind === "numbers" || kind === "dates";
      if (ordered && compared) return [];
      const end = ends[at] ?? "";
      // Relations to texts can only be compared, relations to entities are more often followed; numbers are compared through attributes.
      const worth = base + (kind === "texts" ? 0.4 : ordered ? -1 : 0);
      const constraint = {
        description: end === "" ? "a name or identifier, or a text" : `of the kind: ${end}`,
      };
      return comparisonsFor(kind).flatMap((comparison) => {
        const given = { variable, attribute, comparison, value: OPEN } as const;
        const names = [end];
        return candidates.of("filter", given, worth - (comparison === "=" ? 0 : 1), { names, constraint });
      });
    });
    return [...values, ...entityFilters(variable, paths, base, subjects, candidates)];
  });
  return (await Promise.all(filters)).flat();
}

function entityFilters(
  variable: ActionSubject,
  paths: readonly { readonly text: string; readonly facts: RelationFacts }[],
  base: number,
  { entities }: ActionSubjects,
  candidates: Candidates,
): readonly CandidateAction[] {
  const allowed = paths.filter(({ facts: { end } }) => end.kind === "entities" || end.kind === "mixed");
  if (allowed.length === 0) return [];
  const constraint = {
    enum: [...new Set(allowed.map(({ text }) => text))],
    description: "a relation that was listed for the variable",
  };
  return entities
    .filter(({ weight }) => weight >= SURE)
    .slice(0, MOST_ENTITIES)
    .flatMap((value) =>
      (["=", "!="] as const).flatMap((comparison) => {
        const worth = 0.2 * value.weight + (value.isStart ? 0.2 : 1) - (comparison === "=" ? 0 : 1.5);
        const given = { variable, attribute: OPEN, comparison, value } as const;
        return candidates.of("filter", given, base + worth, { constraint });
      }),
    );
}

function comparisonsFor(kind: RelationFacts["end"]["kind"]): readonly Comparison[] {
  switch (kind) {
    case "numbers":
    case "dates":
      return COMPARISONS.filter((comparison) => comparison !== "contains");
    case "mixed":
      return COMPARISONS;
    case "texts":
    case "none":
      return ["=", "!=", "contains"];
    case "entities":
      return ["=", "!="];
  }
}

/** Listing of attributes, and for listed ones the extremes, the values, and comparisons with values in the question. */
export async function attributeActions(
  subjects: ActionSubjects,
  asked: string,
  call: ToolCall,
  candidates: Candidates,
): Promise<readonly CandidateAction[]> {
  const { attributesOf } = call.state;
  const all = [...subjects.variables, ...subjects.entities].filter(
    ({ variable }) => variable === undefined || (variable.kind === "entities" && variable.size > 0),
  );
  const cues = cuesIn(asked);
  const wanted = ["argmax", "argmin", "filter", "values"].some((tool) => cues.tool(tool) > 0) ? 1 : 0;
  const actions = all.map(async (subject) => {
    const { weight, key, variable } = subject;
    if (attributesOf.includes(key)) return withAttributes(subject, asked, call, candidates);
    const base = 0.5 * weight + (variable === undefined ? -1 : 0) + wanted;
    return candidates.of("get_attributes", { variable: subject }, base);
  });
  return (await Promise.all(actions)).flat();
}

/** Comparisons with each named number or date, and with an open value. */
async function withAttributes(
  variable: ActionSubject,
  asked: string,
  { state, services, graph }: ToolCall,
  candidates: Candidates,
): Promise<readonly CandidateAction[]> {
  const paths = await namePaths(await graph.attributes(variable.program), graph, services.names);
  const unique = paths.filter((path, at) => paths.findIndex(({ text }) => text === path.text) === at);
  const base = 0.5 * variable.weight + (state.attributesOf.at(-1) === variable.key ? 1 : 0);
  const comparing = comparingIn(asked);
  return unique.flatMap((attribute) => {
    const { kind } = attribute.facts;
    const values = candidates.of("values", { variable, attribute }, base);
    if (variable.variable === undefined) return values;
    const typed = kind === "number" ? numberTerm : dateTerm;
    const named = comparing.values.flatMap((value) => {
      const term = typed(value);
      return term === undefined ? [] : [{ value, near: isWithin(term, attribute.facts) ? 0.3 : -0.5 }];
    });
    const comparisons = comparisonsFor("numbers").flatMap((comparison) => {
      const given = { variable, attribute, comparison };
      const likely = base + (comparing.likely(comparison) ? 0.5 : -0.5);
      const filters = named.flatMap(({ value, near }) =>
        candidates.of("filter", { ...given, value }, likely + near),
      );
      const constraint = { description: `a ${kind}` };
      return [...filters, ...candidates.of("filter", { ...given, value: OPEN }, likely, { constraint })];
    });
    return [
      ...(["argmax", "argmin"] as const).flatMap((tool) =>
        candidates.of(tool, { variable, attribute }, base),
      ),
      ...values,
      ...comparisons,
    ];
  });
}

/** Whether a value is within the attribute's range; other values would not separate the members. */
function isWithin(term: Term, { least, greatest }: AttributeFacts): boolean {
  const [value, from, to] = [term, least, greatest].map(comparableValue);
  if (value === undefined || from === undefined || to === undefined) return true;
  return (compareValues(value, from) ?? 0) >= 0 && (compareValues(value, to) ?? 0) <= 0;
}
