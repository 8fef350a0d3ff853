import type { ActContext } from "../../src/environment/act-context.ts";
import type { Action } from "../../src/environment/action.ts";
import type { PermittedAction, PermittedSlot } from "../../src/environment/permitted-action.ts";
import type { Workspace } from "../../src/environment/workspace.ts";
import type { KnowledgeBaseEnvironment } from "../../src/environments/knowledge-base/create-knowledge-base-environment.ts";
import type { GoldPath } from "./gold-path.ts";

export interface PathReplay {
  readonly ending: "exact" | "other answers" | "refused" | "entity not found";
  readonly problem?: string;
  /** One for each gold action whose place among the permitted ones was looked at. */
  readonly places: readonly ActionPlace[];
}

export interface ActionPlace {
  readonly tool: string;
  readonly hop: number;
  readonly listed: number;
  /** In the list cut to 30, and in the whole one. */
  readonly inCut: boolean;
  readonly permitted: boolean;
  readonly milliseconds: number;
}

const CUT = 30;
const ALL = 1_000_000;

export interface ReplayPathOptions {
  readonly withoutStart: boolean;
  /** Whether to look at what is permitted before each action. */
  readonly permitted: boolean;
}

/** Walks the gold path by tool calls and compares what is handed in with the gold answers. */
export async function replayPath(
  environment: KnowledgeBaseEnvironment,
  gold: GoldPath,
  { withoutStart, permitted }: ReplayPathOptions,
  context: ActContext,
): Promise<PathReplay> {
  const places: ActionPlace[] = [];
  const task = { question: gold.question };
  let workspace: Workspace = await environment.openWorkspace(task, context);
  const entity = await identifierOf(gold.entity, environment, context);
  if (entity === undefined) return { ending: "entity not found", problem: gold.entity, places };

  const act = async (tool: string, given: Record<string, string>, hop: number) => {
    const action: Action = { environment: environment.id, tool, arguments: given };
    if (permitted) places.push(await placeOf(action, hop, environment, workspace, task, context));
    const result = await environment.act(workspace, action, context);
    if (!result.failure) workspace = result.workspace;
    return result;
  };

  let variable = entity;
  for (const [hop, relation] of gold.relations.entries()) {
    const listed = await act("get_relations", { variable }, hop);
    const followed = listed.failure
      ? listed
      : await act("get_neighbors", { variable, relation: relationName(relation) }, hop);
    if (followed.failure) return refused(followed.failure, places);
    variable = String(followed.observation.data.variable);
    if (!withoutStart || followed.observation.data.kind !== "entities") continue;
    const rest = await act("difference", { variable1: variable, variable2: entity }, hop);
    if (rest.failure) return refused(rest.failure, places);
    variable = String(rest.observation.data.variable);
  }
  const concluded = await environment.conclude(workspace, { text: variable }, context);
  if (concluded.failure) return refused(concluded.failure, places);
  const found = new Set(
    (concluded.answer.members ?? []).map((member) => String(member.label ?? member.value)),
  );
  const wanted = new Set(gold.answers);
  const lacking = [...wanted].filter((each) => !found.has(each));
  const added = [...found].filter((each) => !wanted.has(each));
  if (lacking.length + added.length === 0) return { ending: "exact", places };
  const some = (list: readonly string[]) => `${list.length} (${list.slice(0, 4).join(", ")})`;
  return { ending: "other answers", problem: `lacking ${some(lacking)}, added ${some(added)}`, places };
}

function refused(
  failure: { readonly code: string; readonly message: string },
  places: readonly ActionPlace[],
): PathReplay {
  return { ending: "refused", problem: `${failure.code}: ${failure.message}`, places };
}

/** As the reader of delimited files writes relations. */
const relationName = (relation: string): string => relation;

/** The entity whose label is the text, letter by letter. */
async function identifierOf(
  text: string,
  { services }: KnowledgeBaseEnvironment,
  context: ActContext,
): Promise<string | undefined> {
  const { matches } = await services.store.labelSearch.find(
    text,
    { limit: 50, among: "entities" },
    { milliseconds: context.limits.milliseconds, signal: context.signal },
  );
  const exact = matches.find(({ name, alias, term }) => name === text && !alias && term.kind === "iri");
  return exact?.term.kind === "iri" ? services.names.short(exact.term.value) : undefined;
}

async function placeOf(
  action: Action,
  hop: number,
  environment: KnowledgeBaseEnvironment,
  workspace: Workspace,
  task: { readonly question: string },
  context: ActContext,
): Promise<ActionPlace> {
  const started = performance.now();
  const cut = (await environment.permittedActions?.(workspace, { task, limit: CUT }, context)) ?? [];
  const milliseconds = performance.now() - started;
  const inCut = cut.some((each) => is(each, action));
  const all = inCut
    ? cut
    : ((await environment.permittedActions?.(workspace, { task, limit: ALL }, context)) ?? []);
  const permitted = inCut || all.some((each) => is(each, action));
  return { tool: action.tool, hop, listed: cut.length, inCut, permitted, milliseconds };
}

function is(permitted: PermittedAction | PermittedSlot, action: Action): boolean {
  if (permitted.type !== "action" || permitted.action.tool !== action.tool) return false;
  const given = permitted.action.arguments;
  return Object.entries(action.arguments).every(([name, value]) => given[name] === value);
}
