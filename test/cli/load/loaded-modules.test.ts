import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { writeShop } from "../cli-fixture.ts";
import { modulesLoadedBy } from "./modules-loaded-by.ts";

const folder = temporaryFolder();
const shop = writeShop(folder);

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const triples = file(
  "people.nt",
  '<http://x/a> <http://x/knows> <http://x/b> .\n<http://x/b> <http://www.w3.org/2000/01/rdf-schema#label> "Bo" .\n',
);
const turtle = file("people.ttl", "<http://x/a> <http://x/knows> <http://x/b> .\n");
const api = file(
  "shop.yaml",
  `openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: "http://127.0.0.1:9" }]
paths:
  /things:
    get: { operationId: listThings, summary: lists things, responses: { "200": { description: fine } } }
`,
);

const load = (...args: readonly string[]) => modulesLoadedBy(folder, args);

/** Small files of an environment that are needed before any is opened: what tells files apart, what addresses of servers and files are, and what a privacy policy is. */
const BEFORE_OPENING =
  /^environments\/(?:rest-api\/document\/recognise-document|database\/privacy\/privacy-policy|database\/driver\/address\/|database\/drivers\/duckdb\/files\/(?:data-file|detect-\w+|join-name-lines|looks-like-value|read-record))/u;

/** Parts of the sources that a command may or may not need. */
function partsOf(files: readonly string[]): readonly string[] {
  const known = [
    /^environments\/database\/drivers\/\w+/u,
    /^environments\/knowledge-base\/stores\/\w+/u,
    /^environments\/[\w-]+\/heuristics\/(?:database|knowledge-base)-heuristics/u,
    /^environments\/database\/check\/(?:check-clause|explain)/u,
    /^environments\/(?:database|knowledge-base)(?=\/)/u,
    /^environments\/rest-api/u,
    /^samples/u,
    /^models/u,
    /^agent\/(?:strategies\/api-team|policies)/u,
    /^evaluation\/itool\/build\/build-itool/u,
    /^mcp\/(?:create-mcp-server|http)/u,
    /^store-file/u,
  ];
  const needed = files.filter((path) => !BEFORE_OPENING.test(path));
  const parts = needed.flatMap((path) => known.flatMap((part) => part.exec(path)?.[0] ?? []));
  return [...new Set(parts)].sort();
}

const COMMAND_LINE = ["commander", "picocolors"];
/** Of OpenTelemetry only the interface, which does nothing by itself. */
const ENVIRONMENT = ["@opentelemetry/api", ...COMMAND_LINE];
const DATABASE = [...ENVIRONMENT, "sqlite3-parser", "zod"];

describe("what is loaded", () => {
  it.each([
    "--version",
    "--help",
    "ask --help",
    "resume --help",
    "tools --help",
    "call --help",
    "mcp --help",
    "index --help",
    "runs list --help",
    "glossary add --help",
    "eval run --help",
    "eval report --help",
    "dataset itool --help",
    "demo api --help",
  ])("for fuxi %s is the command line alone", async (command) => {
    const { out, packages, files } = await load(...command.split(" "));
    expect(out).not.toBe("");
    expect(packages).toEqual(COMMAND_LINE);
    expect(partsOf(files)).toEqual([]);
  });

  it("for runs and the glossary is the store's file, and no environment", async () => {
    for (const args of [
      ["runs", "list"],
      ["glossary", "list", shop],
    ]) {
      const { packages, files } = await load(...args);
      expect(packages).toEqual(COMMAND_LINE);
      expect(partsOf(files)).toEqual(["store-file"]);
    }
  });

  it("for a SQLite file is neither another engine nor another kind of environment, nor the rules that read questions", async () => {
    const { out, packages, files } = await load("tools", shop);
    expect(out).toContain("search_by_SQL");
    expect(packages).toEqual(DATABASE);
    expect(partsOf(files)).toEqual(["environments/database", "environments/database/drivers/sqlite"]);
  });

  it("for one call by hand is no strategy and no policy", async () => {
    const { out, packages, files } = await load("call", shop, "search_by_SQL", "query=SELECT 40 + 2 AS x");
    expect(out).toContain("42");
    expect(packages).toEqual(DATABASE);
    expect(partsOf(files)).toEqual([
      "environments/database",
      "environments/database/drivers/sqlite",
      "store-file",
    ]);
  });

  it("for the MCP server over stdio is the protocol's SDK, and nothing of HTTP or of models", async () => {
    const { packages, files } = await load("mcp", shop);
    const sdk = ["@modelcontextprotocol/core", "@modelcontextprotocol/server"];
    expect(packages).toEqual([...sdk, ...DATABASE].sort());
    expect(partsOf(files)).toEqual([
      "environments/database",
      "environments/database/drivers/sqlite",
      "mcp/create-mcp-server",
      "store-file",
    ]);
  });

  it("for a question without a model is no model's code, and no prompt for a person who is not there", async () => {
    const { packages, files } = await load("ask", shop, "How many customers are there?", "--json");
    expect(packages).toEqual(DATABASE);
    expect(partsOf(files)).toEqual([
      "agent/policies",
      "agent/strategies/api-team",
      "environments/database",
      "environments/database/check/check-clause",
      "environments/database/drivers/sqlite",
      "environments/database/heuristics/database-heuristics",
      "store-file",
    ]);
  });

  it("for a file of N-Triples is no parser of another format, and none of SPARQL", async () => {
    const { out, packages, files } = await load("tools", triples);
    expect(out).toContain("query_sparql");
    expect(packages).toEqual([...COMMAND_LINE, "zod"]);
    expect(partsOf(files)).toEqual([
      "environments/knowledge-base",
      "environments/knowledge-base/stores/embedded",
    ]);
  });

  it("for Turtle is its parser, and for a query that of SPARQL", async () => {
    expect((await load("tools", turtle)).packages).toContain("n3");
    const query = 'query=SELECT ?s WHERE { ?s ?p "Bo" }';
    const { packages } = await load("call", triples, "query_sparql", query);
    expect(packages).toContain("@traqula/parser-sparql-1-1");
    expect(packages).not.toContain("n3");
  });

  it("for an API document is no HTTP client, no sandbox and no sample", async () => {
    const { out, packages, files } = await load("tools", api);
    expect(out).toContain("find_operations");
    expect(packages).toEqual(expect.arrayContaining(["ajv", "js-yaml"]));
    for (const other of ["undici", "hono", "quickjs-emscripten-core", "n3", "pg", "ai", "sqlite3-parser"])
      expect(packages).not.toContain(other);
    expect(partsOf(files)).toEqual(["environments/rest-api"]);
  });

  it("for a model that is named is the AI SDK's part for it", async () => {
    const address = "http://127.0.0.1:9/v1";
    const { packages } = await load("ask", shop, "How many?", "--model-url", address, "--model", "none");
    expect(packages).toContain("@ai-sdk/openai-compatible");
    expect(packages).not.toContain("@clack/prompts");
  });
});
