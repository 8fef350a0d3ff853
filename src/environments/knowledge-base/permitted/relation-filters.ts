import { type NamedPath, namePaths } from "../access/path-names.ts";
import type { Comparison } from "../program/program.ts";
import type { AttributeFacts, RelationFacts } from "../store/triple-store.ts";
import { comparableValue, compareValues } from "../term/comparable-value.ts";
import type { Term } from "../term/term.ts";
import { COMPARISONS } from "../tools/filter.ts";
import { type ListedRelations, listRelations } from "../tools/get-relations.ts";
import type { ToolCall } from "../tools/knowledge-base-tool.ts";
import { dateTerm, numberTerm } from "../tools/subject.ts";
import type { CandidateAction } from "./candidate-action.ts";
import { type Comparing, comparingIn, cuesIn, filterSlot } from "./cues.ts";
import { actionOf, shownPath, shownSubject } from "./exploring-actions.ts";
import type { ActionSubject, ActionSubjects } from "./subjects.ts";

/** So many entities that are named are offered as values. */
const MOST_ENTITIES = 4;
/** Entities named less surely are no values. */
const SURE = 0.5;

/**
 * Comparisons by the relations that were listed for a variable: with a value still to be written, and with the entities that are named, the
 * relation still to be chosen.
 */
export async function relationFilters(
  subjects: ActionSubjects,
  call: ToolCall,
): Promise<readonly CandidateAction[]> {
  const { state } = call;
  const listed = subjects.variables.filter(
    ({ key, variable }) => state.relationsOf.includes(key) && variable?.kind === "entities",
  );
  const made = await Promise.all(
    listed.map(async (subject) => {
      const relations = await listRelations(subject, call);
      return [
        ...valueSlots(subject, relations, subjects, call),
        ...entitySlots(subject, relations, subjects, call),
      ];
    }),
  );
  return made.flat();
}

function valueSlots(
  subject: ActionSubject,
  { paths, ends }: ListedRelations,
  subjects: ActionSubjects,
  { state, services }: ToolCall,
): readonly CandidateAction[] {
  const variable = shownSubject(subject, subjects);
  const compared = state.attributesOf.includes(subject.key);
  return paths.flatMap((path, at) => {
    const { kind } = path.facts.end;
    const ordered = kind === "numbers" || kind === "dates";
    if (ordered && compared) return [];
    const end = ends[at] ?? "";
    return comparisonsFor(path).map((comparison): CandidateAction => {
      const permitted = filterSlot({
        environment: services.environment,
        given: { variable: subject.argument, attribute: path.text, comparison },
        shown: { variable, attribute: shownPath(path) },
        constraint: { description: end === "" ? "a name or identifier, or a text" : `of the kind: ${end}` },
      });
      // Texts can only be compared, entities are more often followed; numbers are compared once their attributes are listed.
      const worth = kind === "texts" ? 0.4 : ordered ? -1 : 0;
      return {
        permitted,
        family: "filters",
        subjects: [subject.called],
        names: [path.text, path.label, path.local, end].filter((name) => name !== ""),
        base: baseOf(subject, state.relationsOf) + worth - (comparison === "=" ? 0 : 1),
      };
    });
  });
}

function entitySlots(
  subject: ActionSubject,
  { paths }: ListedRelations,
  subjects: ActionSubjects,
  { state, services }: ToolCall,
): readonly CandidateAction[] {
  const allowed = paths.filter(({ facts: { end } }) => end.kind === "entities" || end.kind === "mixed");
  if (allowed.length === 0) return [];
  const attributes = [...new Set(allowed.map(({ text }) => text))];
  return subjects.entities
    .filter(({ weight }) => weight >= SURE)
    .slice(0, MOST_ENTITIES)
    .flatMap((entity) =>
      (["=", "!="] as const).map((comparison): CandidateAction => {
        const permitted = filterSlot({
          environment: services.environment,
          given: { variable: subject.argument, comparison, value: entity.argument },
          shown: { variable: shownSubject(subject, subjects), value: shownSubject(entity, subjects) },
          constraint: { enum: attributes, description: "a relation that was listed for the variable" },
        });
        return {
          permitted,
          family: "filters",
          subjects: [subject.called, entity.called],
          names: [],
          base:
            baseOf(subject, state.relationsOf) +
            0.2 * entity.weight +
            (entity.isStart ? 0.2 : 1) -
            (comparison === "=" ? 0 : 1.5),
        };
      }),
    );
}

function baseOf({ weight, key }: ActionSubject, listed: readonly string[]): number {
  return 0.5 * weight + (listed.at(-1) === key ? 0.5 : 0);
}

function comparisonsFor({ facts: { end } }: NamedPath<RelationFacts>): readonly Comparison[] {
  switch (end.kind) {
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

/** Attributes not listed yet, and for listed ones the extremes, the values, and comparisons with what the question names. */
export async function attributeActions(
  subjects: ActionSubjects,
  asked: string,
  call: ToolCall,
): Promise<readonly CandidateAction[]> {
  const { state, services } = call;
  const all = [...subjects.variables, ...subjects.entities].filter(
    ({ variable }) => variable === undefined || (variable.kind === "entities" && variable.size > 0),
  );
  const listing = all
    .filter(({ key }) => !state.attributesOf.includes(key))
    .map(
      (subject): CandidateAction => ({
        permitted: actionOf(services.environment, "get_attributes", { variable: subject.argument }, [
          shownSubject(subject, subjects),
        ]),
        family: "attributes",
        subjects: [subject.called],
        names: [],
        base:
          0.5 * subject.weight + (subject.variable === undefined ? -1 : 0) + (wantsAttributes(asked) ? 1 : 0),
      }),
    );
  const comparing = comparingIn(asked);
  const using = await Promise.all(
    all
      .filter(({ key }) => state.attributesOf.includes(key))
      .map((subject) => withAttributes(subject, subjects, comparing, call)),
  );
  return [...listing, ...using.flat()];
}

function wantsAttributes(asked: string): boolean {
  const cues = cuesIn(asked);
  return ["argmax", "argmin", "filter", "values"].some((tool) => cues.tool(tool) > 0);
}

async function withAttributes(
  subject: ActionSubject,
  subjects: ActionSubjects,
  asked: Comparing,
  { state, services, graph }: ToolCall,
): Promise<readonly CandidateAction[]> {
  const facts = await graph.attributes(subject.program);
  const paths = await namePaths(facts, graph, services.names);
  const justListed = state.attributesOf.at(-1) === subject.key ? 1 : 0;
  const shown = shownSubject(subject, subjects);
  const rest = (path: NamedPath<AttributeFacts>) => ({
    subjects: [subject.called],
    names: [path.text, path.label, path.local].filter((name) => name !== ""),
    base: 0.5 * subject.weight + justListed,
  });
  const done = (tool: string, attribute: string): boolean =>
    state.variables.some(
      ({ tool: made, arguments: given }) =>
        made === tool && given.variable === subject.argument && given.attribute === attribute,
    );
  const unique = paths.filter((path, at) => paths.findIndex(({ text }) => text === path.text) === at);
  return unique.flatMap((path): CandidateAction[] => {
    const given = { variable: subject.argument, attribute: path.text };
    const single = (["argmax", "argmin", "values"] as const).flatMap((tool): CandidateAction[] =>
      done(tool, path.text) || (tool !== "values" && subject.variable === undefined)
        ? []
        : [
            {
              permitted: actionOf(services.environment, tool, given, [shown, shownPath(path)]),
              family: tool === "values" ? "values" : "superlatives",
              ...rest(path),
            },
          ],
    );
    return [
      ...single,
      ...comparisons(path, { subject, shown, asked, environment: services.environment }, rest(path)),
    ];
  });
}

interface ComparisonsOn {
  readonly subject: ActionSubject;
  readonly shown: string;
  readonly asked: Comparing;
  readonly environment: string;
}

/** With each number or date that is named, and with a value still to be written. */
function comparisons(
  path: NamedPath<AttributeFacts>,
  { subject, shown, asked, environment }: ComparisonsOn,
  rest: Omit<CandidateAction, "permitted" | "family">,
): readonly CandidateAction[] {
  if (subject.variable === undefined) return [];
  const typed = path.facts.kind === "number" ? numberTerm : dateTerm;
  const named = asked.values.flatMap((value) => {
    const term = typed(value.text);
    return term === undefined ? [] : [{ ...value, within: isWithin(term, path.facts) }];
  });
  return COMPARISONS.filter((comparison) => comparison !== "contains").flatMap(
    (comparison): CandidateAction[] => {
      const base = rest.base + (asked.likely(comparison) ? 0.5 : -0.5);
      const given = { variable: subject.argument, attribute: path.text, comparison };
      const permitted = filterSlot({
        environment,
        given,
        shown: { variable: shown, attribute: shownPath(path) },
        constraint: { description: `a ${path.facts.kind}` },
      });
      return [
        ...named.map(({ text: value, within, comparisons: said }): CandidateAction => {
          const fits = within && (said.length === 0 || said.includes(comparison));
          const call = [shown, shownPath(path), comparison, value];
          return {
            ...rest,
            permitted: actionOf(environment, "filter", { ...given, value }, call),
            family: "filters",
            base: base + (fits ? 0.3 : -0.5),
          };
        }),
        { ...rest, permitted, family: "filters", base },
      ];
    },
  );
}

/** Comparing with a value beyond all there are tells nothing apart. */
function isWithin(term: Term, { least, greatest }: AttributeFacts): boolean {
  const [value, from, to] = [term, least, greatest].map(comparableValue);
  if (value === undefined || from === undefined || to === undefined) return true;
  return (compareValues(value, from) ?? 0) >= 0 && (compareValues(value, to) ?? 0) <= 0;
}
