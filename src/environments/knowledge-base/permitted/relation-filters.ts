import type { NamedPath } from "../access/path-names.ts";
import type { Comparison } from "../program/program.ts";
import type { RelationFacts } from "../store/triple-store.ts";
import type { ToolCall } from "../tools/knowledge-base-tool.ts";
import { type ListedRelations, listRelations } from "../tools/list-relations.ts";
import { COMPARISONS } from "../tools/read-comparison.ts";
import type { CandidateAction } from "./candidate-action.ts";
import { shownPath, shownSubject } from "./exploring-actions.ts";
import { filterSlot } from "./filter-slot.ts";
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
