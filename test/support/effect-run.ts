import { flushCompileCache } from "node:module";
import { scriptedPolicy } from "../../src/agent/policies/scripted-policy.ts";
import { resumeRun, runTask } from "../../src/agent/run-loop.ts";
import { react } from "../../src/agent/strategies/react.ts";
import { createRestApiEnvironment } from "../../src/environments/rest-api/create-rest-api-environment.ts";
import { loadDocument } from "../../src/environments/rest-api/document/load-document.ts";
import { apiPaths } from "../environments/rest-api/api-paths.ts";
import { storesAt } from "./stores-at.ts";

const RUN = "effect";

const call = (operation: string, given: object) => ({
  environment: "shop",
  tool: "call_operation",
  arguments: { operation, arguments: given as never },
});

/** Looks, orders, looks again, and answers; what became of the order is in the answer's trajectory. */
const SCRIPT = [
  { actions: [call("GET /orders", {})] },
  { actions: [call("POST /orders", { item: "tea" })] },
  { actions: [call("GET /orders", {})] },
  { claim: { claim: { text: "done" } } },
];

const ORDER = { type: "object", required: ["item"], properties: { item: { type: "string" } } };
const document = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  paths: apiPaths({ "GET /orders": {}, "POST /orders": { body: ORDER } }),
};

/** Begins or goes on with a run that makes one order at the server, which the configuration allows. `path`: file or address of the store. */
export async function carryEffectRun(path: string, server: string) {
  const { store, artifacts } = await storesAt(path);
  const environment = createRestApiEnvironment({
    id: "shop",
    document: await loadDocument({ document }),
    server,
    allow: ["POST /orders"],
  });
  const options = {
    environments: [environment],
    strategy: react(),
    policy: scriptedPolicy(SCRIPT),
    store,
    artifacts,
    principal: { id: "tester" },
  };
  try {
    const begun = await store.list({ principal: options.principal, limit: 1 });
    return begun.length === 0
      ? await runTask({ ...options, task: { question: "Order tea." }, runId: RUN })
      : await resumeRun({ ...options, runId: RUN });
  } finally {
    await environment.close();
    await artifacts.close();
    await store.close();
  }
}

// As a program of its own, to be killed from outside at any moment.
const [path, server] = process.argv.slice(2);
if (import.meta.main && path !== undefined && server !== undefined) {
  // Killed, it would keep nothing of what it compiled, and each that follows would compile all of it anew.
  flushCompileCache();
  await carryEffectRun(path, server);
  process.stdout.write("ended\n");
}
