import type { ActContext } from "../../src/environment/act-context.ts";
import type { Observation } from "../../src/environment/observation.ts";
import type { ToolFailure } from "../../src/environment/tool-failure.ts";
import type { Workspace } from "../../src/environment/workspace.ts";
import type { DatabaseEnvironment } from "../../src/environments/database/create-database-environment.ts";
import { observationFits } from "../../src/testing/environment-tool-tests.ts";
import { testContext } from "../../src/testing/environment-under-test.ts";
import type { JsonObject } from "../../src/util/json.ts";

/** Acts one after another in one workspace, for tests that read like a run. */
export class ShopSession {
  workspace: Workspace;
  readonly #environment: DatabaseEnvironment;
  readonly #context: ActContext;

  private constructor(environment: DatabaseEnvironment, workspace: Workspace, context: ActContext) {
    this.#environment = environment;
    this.workspace = workspace;
    this.#context = context;
  }

  static async open(
    environment: DatabaseEnvironment,
    question = "How many customers live in each city?",
    context: ActContext = testContext(),
  ): Promise<ShopSession> {
    return new ShopSession(environment, await environment.openWorkspace({ question }, context), context);
  }

  /** Takes an action that has to succeed. */
  async act(tool: string, given: JsonObject): Promise<Observation> {
    const result = await this.#take(tool, given);
    if (result.failure) throw new Error(`${tool} failed: ${JSON.stringify(result.failure)}`);
    this.workspace = result.workspace;
    observationFits(this.#environment.tools, tool, result.observation);
    return result.observation;
  }

  /** Takes an action that has to fail, and so leaves the workspace as it is. */
  async fail(tool: string, given: JsonObject): Promise<ToolFailure> {
    const result = await this.#take(tool, given);
    if (!result.failure) throw new Error(`${tool} did not fail: ${result.observation.text}`);
    return result.failure;
  }

  /** Sets clauses in the order given: `{ from: "city", where: "" }`. */
  async draft(clauses: Readonly<Record<string, string>>, more: JsonObject = {}): Promise<Observation> {
    let last: Observation | undefined;
    for (const [tool, text] of Object.entries(clauses)) {
      last = await this.act(tool, { [`${tool}_statement`]: text, ...more });
    }
    if (!last) throw new Error("There was nothing to set.");
    return last;
  }

  /** The draft as SQL. */
  async sql(): Promise<string> {
    return String((await this.act("check_query", { query: "" })).data.sql);
  }

  async conclude(text?: string) {
    return this.#environment.conclude(this.workspace, text === undefined ? {} : { text }, this.#context);
  }

  #take(tool: string, given: JsonObject) {
    return this.#environment.act(
      this.workspace,
      { environment: this.#environment.id, tool, arguments: given },
      this.#context,
    );
  }
}
