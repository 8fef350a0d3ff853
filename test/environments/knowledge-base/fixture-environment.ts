import type { ActContext } from "../../../src/environment/act-context.ts";
import type { Observation } from "../../../src/environment/observation.ts";
import type { ToolFailure } from "../../../src/environment/tool-failure.ts";
import type { Workspace } from "../../../src/environment/workspace.ts";
import {
  createKnowledgeBaseEnvironment,
  type KnowledgeBaseEnvironment,
} from "../../../src/environments/knowledge-base/create-knowledge-base-environment.ts";
import type {
  QueryResult,
  TripleStore,
} from "../../../src/environments/knowledge-base/triple-store/triple-store.ts";
import { memoryArtifactStore } from "../../../src/store/artifacts.ts";
import { observationFits } from "../../../src/testing/environment-tool-tests.ts";
import { testContext } from "../../../src/testing/environment-under-test.ts";
import type { JsonObject } from "../../../src/util/json.ts";
import { memoryStore } from "../../support/memory-store.ts";
import { ex, FIXTURE_TRIPLES, FIXTURE_VOCABULARY } from "./stores/triple-store-fixture.ts";

const shared = await memoryStore(FIXTURE_TRIPLES, FIXTURE_VOCABULARY);

/** The store has no SPARQL: it answers every query with two films. */
export const TWO_FILMS: QueryResult = {
  variables: ["film"],
  rows: [[ex("heat")], [ex("casino")]],
  truncated: false,
};

export function fixtureStore(more: Partial<TripleStore> = {}): TripleStore {
  return {
    ...shared,
    close: async () => {},
    query: async () => TWO_FILMS,
    ...more,
  };
}

export function fixtureEnvironment(more: Partial<TripleStore> = {}): Promise<KnowledgeBaseEnvironment> {
  return createKnowledgeBaseEnvironment({ id: "kb", store: fixtureStore(more) });
}

/** One run over a workspace: actions one after another, on whatever the last one left. */
export class Session {
  readonly environment: KnowledgeBaseEnvironment;
  readonly context: ActContext;
  workspace: Workspace;

  private constructor(environment: KnowledgeBaseEnvironment, context: ActContext, workspace: Workspace) {
    this.environment = environment;
    this.context = context;
    this.workspace = workspace;
  }

  static async open(
    question = "",
    { store = {}, context = {} }: { store?: Partial<TripleStore>; context?: Partial<ActContext> } = {},
  ): Promise<Session> {
    const environment = await fixtureEnvironment(store);
    const acting = testContext({ artifacts: memoryArtifactStore(), ...context });
    return new Session(environment, acting, await environment.openWorkspace({ question }, acting));
  }

  async take(tool: string, given: JsonObject): Promise<Observation> {
    const result = await this.#act(tool, given);
    if (result.failure) throw new TypeError(`${tool} failed: ${JSON.stringify(result.failure)}`);
    this.workspace = result.workspace;
    observationFits(this.environment.tools, tool, result.observation);
    return result.observation;
  }

  async text(tool: string, given: JsonObject): Promise<string> {
    return (await this.take(tool, given)).text;
  }

  async fails(tool: string, given: JsonObject): Promise<ToolFailure> {
    const result = await this.#act(tool, given);
    if (!result.failure) throw new TypeError(`${tool} did not fail: ${result.observation.text}`);
    return result.failure;
  }

  /** Lists the relations and follows one; gives the name of the new variable. */
  async follow(variable: string, relation: string): Promise<string> {
    await this.take("get_relations", { variable });
    return String((await this.take("get_neighbors", { variable, relation })).data.variable);
  }

  async permitted(thought = "", limit = 30): Promise<readonly string[]> {
    const list = await this.environment.permittedActions?.(this.workspace, { thought, limit }, this.context);
    return (list ?? []).map(({ label }) => label);
  }

  async conclude(text?: string) {
    return this.environment.conclude(this.workspace, text === undefined ? {} : { text }, this.context);
  }

  #act(tool: string, given: JsonObject) {
    const action = { environment: this.environment.id, tool, arguments: given };
    return this.environment.act(this.workspace, action, this.context);
  }
}
