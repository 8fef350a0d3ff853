import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { writeShop } from "../cli-fixture.ts";
import { modulesLoadedBy } from "./modules-loaded-by.ts";

const folder = temporaryFolder();
const shop = writeShop(folder);

const load = (...args: readonly string[]) => modulesLoadedBy(folder, args);

/** Small files of an environment that are needed before any is opened: what tells files apart, what engines there are and what their addresses look like, and what a privacy policy is. */
const BEFORE_OPENING =
  /^environments\/(?:rest-api\/document\/recognise-document|database\/privacy\/privacy-policy|database\/driver\/address\/|database\/driver\/engine-list|database\/drivers\/duckdb\/files\/(?:data-file|delimiting|detect-header|looks-like-value|file-names|text-file))/u;

/** Parts of the sources that a command may or may not need. */
function partsOf(files: readonly string[]): readonly string[] {
  const known = [
    /^environments\/database\/drivers\/(?:sqlite|duckdb|postgres|mysql)/u,
    /^environments\/knowledge-base\/stores\/\w+/u,
    /^environments\/[\w-]+\/heuristics\/(?:database|knowledge-base)-heuristics/u,
    /^environments\/database\/check\/(?:check-clause|explain)/u,
    /^environments\/(?:database|knowledge-base)(?=\/)/u,
    /^environments\/rest-api/u,
    /^samples/u,
    /^model\/providers/u,
    /^agent\/(?:strategies\/api-team|policies)/u,
    /^evaluation\/itool\/build\/build-itool/u,
    /^mcp\/(?:create-mcp-server|http)/u,
    /^store\/sqlite/u,
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

  it("for a SQLite file is neither another engine nor another kind of environment, nor the rules that read questions", async () => {
    const { out, packages, files } = await load("tools", shop);
    expect(out).toContain("search_by_SQL");
    expect(packages).toEqual(DATABASE);
    expect(partsOf(files)).toEqual(["environments/database", "environments/database/drivers/sqlite"]);
  });

  it("for the MCP server over stdio is the protocol's SDK, and nothing of HTTP or of models", async () => {
    const { packages, files } = await load("mcp", shop);
    const sdk = ["@modelcontextprotocol/core", "@modelcontextprotocol/server"];
    expect(packages).toEqual([...sdk, ...DATABASE].sort());
    expect(partsOf(files)).toEqual([
      "environments/database",
      "environments/database/drivers/sqlite",
      "mcp/create-mcp-server",
      "store/sqlite",
    ]);
  });

  it("for a question without a model is no model's code, and no prompt for a person who is not there", async () => {
    const { packages, files } = await load("ask", shop, "How many customers are there?", "--json");
    expect(packages).toEqual(DATABASE);
    expect(partsOf(files)).toEqual([
      "agent/policies",
      "environments/database",
      "environments/database/check/check-clause",
      "environments/database/drivers/sqlite",
      "environments/database/heuristics/database-heuristics",
      "store/sqlite",
    ]);
  });
});
