import type { PermittedAction } from "../../../environment/permitted-action.ts";
import type { JsonObject } from "../../../util/json.ts";
import { labelBeyond, type NamedPath } from "../access/path-names.ts";
import { listRelations } from "../tools/get-relations.ts";
import type { ToolCall } from "../tools/knowledge-base-tool.ts";
import type { CandidateAction } from "./candidate-action.ts";
import type { ActionSubject, ActionSubjects } from "./subjects.ts";

/** Makes one choice of a list. */
export function actionOf(
  environment: string,
  tool: string,
  given: JsonObject,
  shown: readonly string[],
): PermittedAction {
  return {
    type: "action",
    action: { environment, tool, arguments: given },
    label: `${tool}(${shown.join(", ")})`,
  };
}

/** As an entity or variable reads in a list; entities of one name with their identifiers. */
export function shownSubject(subject: ActionSubject, { entities }: ActionSubjects): string {
  const same = entities.filter(({ title }) => title === subject.title);
  return same.length > 1 ? `${subject.title} [${subject.argument}]` : subject.title;
}

export function shownPath(path: NamedPath<unknown>): string {
  const label = labelBeyond(path);
  return label === "" ? path.text : `${path.text} "${label}"`;
}

/** Relations not listed yet, and relations that were listed and not followed yet. */
export async function exploringActions(
  subjects: ActionSubjects,
  call: ToolCall,
): Promise<readonly CandidateAction[]> {
  const { state, services } = call;
  const all = [...subjects.variables, ...subjects.entities].filter(({ variable }) => variable?.size !== 0);
  const listing = all
    .filter(({ key }) => !state.relationsOf.includes(key))
    .map(
      (subject): CandidateAction => ({
        permitted: actionOf(services.environment, "get_relations", { variable: subject.argument }, [
          shownSubject(subject, subjects),
        ]),
        family: "relations",
        subjects: [subject.called],
        names: [],
        base: subject.weight + (state.variables.length === 0 ? 1 : 0),
      }),
    );
  const last = state.relationsOf.at(-1);
  const following = await Promise.all(
    all
      .filter(({ key }) => state.relationsOf.includes(key))
      .map((subject) => neighborActions(subject, subject.key === last, subjects, call)),
  );
  return [...listing, ...following.flat()];
}

async function neighborActions(
  subject: ActionSubject,
  justListed: boolean,
  subjects: ActionSubjects,
  call: ToolCall,
): Promise<readonly CandidateAction[]> {
  const { state, services } = call;
  const { paths, ends } = await listRelations(subject, call);
  const taken = new Set(
    state.variables
      .filter(({ tool, arguments: given }) => tool === "get_neighbors" && given.variable === subject.argument)
      .map(({ arguments: given }) => given.relation),
  );
  // What was listed and already followed is less likely to be followed again.
  const fresh = taken.size === 0 ? 0.5 : 0;
  return paths.flatMap((path, at): CandidateAction[] => {
    if (taken.has(path.text)) return [];
    const given = { variable: subject.argument, relation: path.text };
    return [
      {
        permitted: actionOf(services.environment, "get_neighbors", given, [
          shownSubject(subject, subjects),
          shownPath(path),
        ]),
        family: "neighbors",
        subjects: [subject.called],
        names: [path.text, path.label, path.local, ends[at] ?? ""].filter((name) => name !== ""),
        base: 0.5 * subject.weight + fresh + (justListed ? 1 : 0),
      },
    ];
  });
}
