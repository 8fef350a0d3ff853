import { join } from "node:path";
import type { ActContext } from "../../src/environment/act-context.ts";
import type { Action } from "../../src/environment/action.ts";
import type { HangsOn } from "../../src/environment/answer.ts";
import type { Workspace } from "../../src/environment/workspace.ts";
import type { KnowledgeBaseEnvironment } from "../../src/environments/knowledge-base/create-knowledge-base-environment.ts";
import { DataFolder } from "../../src/evaluation/benchmarks/data-folder.ts";
import { jsonQuestions } from "../../src/evaluation/benchmarks/metaqa/metaqa-benchmark.ts";
import type { PathQuestion } from "../../src/evaluation/benchmarks/path-task.ts";
import {
  pathQuestions,
  textsOfTriples,
} from "../../src/evaluation/benchmarks/pathquestion/pathquestion-benchmark.ts";
import { type ActionPlace, placeOf } from "../environments.ts";

/** Questions over one file of triples. `withoutStart`: the entity that a question starts from is taken away after every hop. */
export type GoldSet = Awaited<ReturnType<typeof readGoldSets>>[number];

export async function readGoldSets(folder: string) {
  return [...(await metaqa(join(folder, "metaqa"))), ...(await pathQuestion(join(folder, "pathquestion")))];
}

async function metaqa(path: string) {
  const folder = new DataFolder(path, "kb.txt and 1hop_dev.jsonl");
  const there = [1, 2, 3].filter((hops) => folder.has(`${hops}hop_dev.jsonl`));
  return await Promise.all(
    there.map(async (hops) => {
      const file = `${hops}hop_dev.jsonl`;
      const questions = jsonQuestions(await folder.text(file), file);
      return { name: `MetaQA ${hops}-hop`, file: join(path, "kb.txt"), withoutStart: true, questions };
    }),
  );
}

async function pathQuestion(path: string) {
  const folder = new DataFolder(path, "PQ-2H.txt and 2H-kb.txt");
  const there = ["PQ-2H", "PQ-3H", "PQL-2H", "PQL-3H", "PQL-3H_more"].filter((name) =>
    folder.has(`${name}.txt`),
  );
  return await Promise.all(
    there.map(async (name) => {
      const [file, hops] = [`${name}.txt`, /\d/u.exec(name)?.[0]];
      const kb = name.startsWith("PQL") ? `PQL${hops}-KB.txt` : `${hops}H-kb.txt`;
      const texts = textsOfTriples(await folder.text(kb));
      const questions = pathQuestions(await folder.text(file), texts, { file, prefix: name });
      return { name: `PathQuestion ${name}`, file: join(path, kb), withoutStart: false, questions };
    }),
  );
}

export type HopPlace = ActionPlace & { readonly hop: number };

export interface PathReplay {
  readonly ending: "exact" | "other answers" | "refused" | "entity not found";
  readonly problem?: string;
  /** What the answer hangs on. */
  readonly hangsOn?: readonly HangsOn[];
  /** One for each gold action whose place among the permitted ones was looked at. */
  readonly places: readonly HopPlace[];
}

/** Walks the gold path by tool calls and compares what is handed in with the gold answers. */
export async function replayPath(
  environment: KnowledgeBaseEnvironment,
  gold: PathQuestion,
  withoutStart: boolean,
  context: ActContext,
): Promise<PathReplay> {
  const places: HopPlace[] = [];
  const task = { question: gold.question };
  let workspace: Workspace = await environment.openWorkspace(task, context);
  const entity = await identifierOf(gold.entity, environment, context);
  if (entity === undefined) return { ending: "entity not found", problem: gold.entity, places };

  const act = async (tool: string, given: Record<string, string>, hop: number) => {
    const action: Action = { environment: environment.id, tool, arguments: given };
    places.push({ ...(await placeOf(action, environment, workspace, task, context)), hop });
    const result = await environment.act(workspace, action, context);
    if (!result.failure) workspace = result.workspace;
    return result;
  };

  let variable = entity;
  for (const [hop, relation] of gold.relations.entries()) {
    const listed = await act("get_relations", { variable }, hop);
    const followed = listed.failure ? listed : await act("get_neighbors", { variable, relation }, hop);
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
  if (lacking.length + added.length === 0)
    return { ending: "exact", places, hangsOn: concluded.evidence.hangsOn ?? [] };
  const some = (list: readonly string[]) => `${list.length} (${list.slice(0, 4).join(", ")})`;
  return { ending: "other answers", problem: `lacking ${some(lacking)}, added ${some(added)}`, places };
}

function refused(
  failure: { readonly code: string; readonly message: string },
  places: readonly HopPlace[],
): PathReplay {
  return { ending: "refused", problem: `${failure.code}: ${failure.message}`, places };
}

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
