import { expect, it } from "vitest";
import { scriptedPolicy } from "../../src/agent/policies/scripted-policy.ts";
import { systemPrompt } from "../../src/agent/prompts/system-prompt.ts";
import { runTask } from "../../src/agent/run-loop.ts";
import { toolNames } from "../../src/agent/tool-names.ts";
import type { Action } from "../../src/environment/action.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { loopbackServer, sendJson } from "../environments/http/loopback-server.ts";
import { serverEnvironment } from "../environments/rest-api/server-environment.ts";
import { runOptions, take } from "../support/run-fixture.ts";
import { policyContext } from "./policies/llm-fixture.ts";
import { referringFiles } from "./referring-files.ts";

const operation: JsonObject = {
  parameters: [{ name: "name", in: "path", required: true, schema: { type: "string" } }],
  responses: { 200: { description: "ok" } },
};

/** A folder of files and an API over them. */
async function filesAndApi() {
  const server = await loopbackServer((_, response) => sendJson(response, { size: 1 }));
  const paths = { "/sizes/{name}": { get: operation, delete: operation } };
  const { environment } = await serverEnvironment(server.url, paths, { allow: ["DELETE /sizes/{name}"] });
  return { environments: [referringFiles("home"), environment], seen: server.seen };
}

const CHOSEN: readonly Action[] = [
  take("enter_folder", { folder: "notes/" }, "home"),
  take("choose_file", { file: "notes/soup.txt" }, "home"),
  take("choose_file", { file: "notes/bread.txt" }, "home"),
];

const called = (operationId: string): Action => ({
  environment: "api",
  tool: "call_operation",
  arguments: { operation: operationId, arguments: { name: { $ref: "home:chosen" } } },
});

async function eventsOf(last: Action, places: Awaited<ReturnType<typeof filesAndApi>>) {
  const { events } = await runTask(
    runOptions([], {
      policy: scriptedPolicy(({ transcript }) =>
        transcript.length === 0
          ? { actions: [...CHOSEN, last] }
          : { unanswerable: { reason: "done", words: [] } },
      ),
      environments: places.environments,
    }),
  );
  return events.filter((event) => "environment" in event && event.environment === "api");
}

it("an API is called for each value that another environment hands over, which no prompt has shown", async () => {
  const places = await filesAndApi();
  const events = await eventsOf(called("GET /sizes/{name}"), places);
  expect(places.seen.map(({ url }) => url).toSorted()).toEqual([
    "/sizes/notes%2Fbread.txt",
    "/sizes/notes%2Fsoup.txt",
  ]);
  expect(events.at(-1)).toMatchObject({ type: "action-observed", observation: { data: { calls: 2 } } });
});

it("what changes something takes no reference", async () => {
  const places = await filesAndApi();
  const events = await eventsOf(called("DELETE /sizes/{name}"), places);
  expect(places.seen).toEqual([]);
  expect(events.at(-1)).toMatchObject({
    type: "action-failed",
    failure: { message: expect.stringContaining("its arguments have to be written out") },
  });
});

it("the prompt says how a reference is written within an API's arguments, where another environment has one", async () => {
  const { environments } = await filesAndApi();
  const [, api] = environments;
  const promptOf = async (all: typeof environments) =>
    (await systemPrompt(all, toolNames(all), "native", policyContext().act)).text;
  expect(await promptOf(environments)).toContain(
    'Within the arguments of api__call_operation it is {"$ref": "home:chosen"}.',
  );
  expect(await promptOf(api === undefined ? [] : [api])).not.toContain("$ref");
});
