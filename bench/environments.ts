/** Environments as several benchmarks open them. */
import { existsSync } from "node:fs";
import { openEnvironments } from "../src/config/open-environments.ts";
import { type ActContext, DEFAULT_ACT_LIMITS } from "../src/environment/act-context.ts";
import type { Action } from "../src/environment/action.ts";
import type { Environment } from "../src/environment/environment.ts";
import type { PermittedAction, PermittedSlot } from "../src/environment/permitted-action.ts";
import type { Workspace } from "../src/environment/workspace.ts";
import { createDatabaseEnvironment } from "../src/environments/database/create-database-environment.ts";
import { createKnowledgeBaseEnvironment } from "../src/environments/knowledge-base/create-knowledge-base-environment.ts";
import { openEmbeddedStore } from "../src/environments/knowledge-base/stores/embedded/open-embedded-store.ts";
import type { LabelSearch } from "../src/environments/knowledge-base/triple-store/triple-store.ts";
import { readVocabulary } from "../src/environments/knowledge-base/vocabulary/read-vocabulary.ts";
import { memoryArtifactStore } from "../src/store/artifacts.ts";
import { CACHE, ended, readJson, timed } from "./common.ts";

export function benchContext(limits: ActContext["limits"] = DEFAULT_ACT_LIMITS): ActContext {
  const { signal } = new AbortController();
  return { principal: { id: "bench" }, signal, limits, artifacts: memoryArtifactStore() };
}

type Driver = Parameters<typeof createDatabaseEnvironment>[0]["driver"];

/** A database with its values indexed in memory. */
export async function openDatabase(driver: Driver, descriptionsFolder: string | undefined, id = "db") {
  const environment = await createDatabaseEnvironment({
    ...{ id, driver, cacheFolder: "", indexMode: "memory" },
    ...(descriptionsFolder === undefined ? {} : { descriptionsFolder }),
  });
  await environment.index.ensureBuilt({ signal: new AbortController().signal });
  return environment;
}

/** The environment over a file, its names indexed, with the vocabulary that stands beside it. */
export async function openKnowledgeBase(path: string, cacheFolder: string) {
  const { signal } = new AbortController();
  const beside = `${path}.vocabulary.json`;
  const vocabulary = existsSync(beside) ? readVocabulary(readJson(beside)) : undefined;
  const options = { path, cacheFolder, signal, ...(vocabulary === undefined ? {} : { vocabulary }) };
  const store = await openEmbeddedStore(options);
  await store.preparation?.prepare({ signal });
  return createKnowledgeBaseEnvironment({ id: "kb", store });
}

export async function openSample(target: string): Promise<Environment> {
  const [environment] = await openEnvironments([target], {
    ...{ folders: { cache: CACHE, data: CACHE }, env: process.env, signal: new AbortController().signal },
    onWarning: () => {},
  });
  return environment ?? ended(`${target} opened nothing.`);
}

const CUT = 30;

export type ActionPlace = Awaited<ReturnType<typeof placeOf>>;

/** Where a gold action stands among what is permitted: in the list cut to 30, whose labels are `listed`, and in the whole one. */
export async function placeOf(
  action: Action,
  environment: Environment,
  workspace: Workspace,
  task: { readonly question: string },
  context: ActContext,
) {
  const offers = async (limit: number) =>
    (await environment.permittedActions?.(workspace, { task, limit }, context)) ?? [];
  const [milliseconds, cut] = await timed(() => offers(CUT));
  const inCut = cut.some((offer) => isOffered(offer, action));
  const permitted = inCut || (await offers(1_000_000)).some((offer) => isOffered(offer, action));
  return { tool: action.tool, inCut, permitted, milliseconds, listed: cut.map(({ label }) => label) };
}

/** A slot is the action when it is the tool, its constraint allows what is to be written, and the rest of the arguments are the same. */
function isOffered(offer: PermittedAction | PermittedSlot, { tool, arguments: given }: Action): boolean {
  const [name, fixed] =
    offer.type === "action" ? [offer.action.tool, offer.action.arguments] : [offer.tool, offer.arguments];
  if (name !== tool) return false;
  return Object.entries(given).every(([key, value]) => {
    if (offer.type !== "slot" || key !== offer.argument) return fixed[key] === value;
    const allowed = offer.constraint.enum;
    return !Array.isArray(allowed) || allowed.includes(value);
  });
}

/** No names are looked for. */
export const NO_LABELS: LabelSearch = {
  mode: "exact",
  limitation: "None here.",
  find: async () => ({ matches: [], complete: true }),
};
