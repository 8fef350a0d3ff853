/**
 * For every gold operation of RestBench that is in its document: a request filled with values of the declared types passes the checks of the
 * environment (dry run: nothing is sent), and one that lacks a required argument is refused.
 *
 * npm run bench -- restbench-requests <data-folder>
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { memoryArtifactStore } from "../src/artifact-store/memory-artifact-store.ts";
import { type ActContext, DEFAULT_ACT_LIMITS } from "../src/environment/act-context.ts";
import { createRestApiEnvironment } from "../src/environments/rest-api/create-rest-api-environment.ts";
import { closure } from "../src/environments/rest-api/document/closure.ts";
import { loadDocument } from "../src/environments/rest-api/document/load-document.ts";
import { needsOf } from "../src/environments/rest-api/operation-needs.ts";
import { membersOf } from "../src/environments/rest-api/request/body-members.ts";
import { typicalValue } from "../src/environments/rest-api/request/typical-value.ts";
import type { Json } from "../src/util/json.ts";

interface Query {
  readonly query: string;
  readonly solution: readonly string[];
}

const folder = process.argv[2];
if (folder === undefined) {
  console.error("Usage: npm run bench -- restbench-requests <data-folder>");
  process.exit(64);
}

const context: ActContext = {
  principal: { id: "bench" },
  signal: new AbortController().signal,
  limits: DEFAULT_ACT_LIMITS,
  artifacts: memoryArtifactStore(),
};

let paths = 0;
let known = 0;
let passed = 0;
let refused = 0;
let withRequired = 0;
const strange: string[] = [];
const faults: string[] = [];
for (const api of ["tmdb", "spotify"]) {
  const document = await loadDocument(join(folder, "restbench", `${api}_oas.json`));
  const environment = createRestApiEnvironment({
    id: api,
    document,
    server: "https://api.example.com",
    dryRun: true,
  });
  const queries = JSON.parse(
    readFileSync(join(folder, "restbench", `${api}.json`), "utf8"),
  ) as readonly Query[];
  const workspace = await environment.openWorkspace(undefined, context);
  for (const written of queries.flatMap(({ solution }) => solution)) {
    paths++;
    const operation = document.operations.find(({ id }) => id === written.trim());
    if (operation === undefined) {
      strange.push(`${api}: ${JSON.stringify(written)}`);
      continue;
    }
    known++;
    const [content] = operation.body?.contents ?? [];
    const members = content === undefined ? [] : membersOf(closure(document, content.schema)).list;
    const filled: Record<string, Json> = {};
    for (const { name, schema } of operation.parameters)
      filled[name] = typicalValue(closure(document, schema));
    for (const { name, schema, required } of members) {
      if (required && content !== undefined)
        filled[name] = typicalValue({ ...closure(document, content.schema), ...(schema as object) } as never);
    }
    const action = { environment: api, tool: "call_operation" };
    const good = await environment.act(
      workspace,
      { ...action, arguments: { operation: operation.id, arguments: filled } },
      context,
    );
    if (good.failure === undefined && good.observation.notes.some(({ code }) => code === "sent-nothing"))
      passed++;
    else faults.push(`${operation.id}: ${good.failure?.message ?? "no request"}`);
    const required = needsOf(operation)
      .filter((name) => name !== "body")
      .concat(members.filter((each) => each.required).map(({ name }) => name));
    const [first] = required;
    if (first === undefined) continue;
    withRequired++;
    const { [first]: _, ...lacking } = filled;
    const bad = await environment.act(
      workspace,
      { ...action, arguments: { operation: operation.id, arguments: lacking } },
      context,
    );
    if (bad.failure?.code === "invalid-arguments" && bad.failure.part?.argument === first) refused++;
    else faults.push(`${operation.id} without ${first}: ${bad.failure?.message ?? "was let through"}`);
  }
  await environment.close();
}

console.log(`gold operations            ${paths}, of which in their document ${known}`);
console.log(`filled requests that pass  ${passed} of ${known}`);
console.log(`refused without a required ${refused} of ${withRequired}`);
for (const each of strange) console.log(`not in the document: ${each}`);
for (const each of faults) console.log(`fault: ${each}`);
