import { afterEach } from "vitest";
import type { ActContext } from "../../../src/environment/act-context.ts";
import type { ActResult, Environment } from "../../../src/environment/environment.ts";
import type { Workspace } from "../../../src/environment/workspace.ts";
import {
  createRestApiEnvironment,
  type RestApiEnvironmentOptions,
} from "../../../src/environments/rest-api/create-rest-api-environment.ts";
import { loadDocument } from "../../../src/environments/rest-api/document/load-document.ts";
import { observationFits } from "../../../src/testing/environment-tool-tests.ts";
import { testContext } from "../../../src/testing/environment-under-test.ts";
import type { JsonObject } from "../../../src/util/json.ts";

export interface ServerEnvironment {
  readonly environment: Environment;
  /** Calls an operation in a new workspace, or in the one that is given. */
  call(
    operation: string,
    given?: JsonObject,
    more?: { readonly workspace?: Workspace; readonly context?: Partial<ActContext> },
  ): Promise<ActResult>;
}

const open: Environment[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((environment) => environment.close()));
});

/** An environment over a document with some paths, at a server. */
export async function serverEnvironment(
  server: string,
  paths: JsonObject,
  options: Partial<RestApiEnvironmentOptions> & { readonly components?: JsonObject } = {},
): Promise<ServerEnvironment> {
  const { components = {}, ...given } = options;
  const document = await loadDocument({
    text: JSON.stringify({ openapi: "3.1.0", info: { title: "API", version: "1" }, paths, components }),
  });
  const environment = createRestApiEnvironment({ id: "api", document, server, ...given });
  open.push(environment);
  return {
    environment,
    async call(operation, args = {}, { workspace, context: more } = {}) {
      const context = testContext(more);
      const result = await environment.act(
        workspace ?? (await environment.openWorkspace(undefined, context)),
        { environment: "api", tool: "call_operation", arguments: { operation, arguments: args } },
        context,
      );
      if (result.observation) observationFits(environment.tools, "call_operation", result.observation);
      return result;
    },
  };
}
