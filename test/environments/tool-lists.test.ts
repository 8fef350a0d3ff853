import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { databaseTools } from "../../src/environments/database/database-tools.ts";
import { TOOL_WORDS as DATABASE_WORDS } from "../../src/environments/database/permitted/permitted-actions.ts";
import { knowledgeBaseTools } from "../../src/environments/knowledge-base/knowledge-base-tools.ts";
import { TOOL_WORDS as KNOWLEDGE_BASE_WORDS } from "../../src/environments/knowledge-base/permitted/cues.ts";
import { restApiTools } from "../../src/environments/rest-api/create-rest-api-environment.ts";
import { ACTIONS as API_ACTIONS } from "../privacy/canary-api.ts";
import { ACTIONS as DATABASE_ACTIONS } from "../privacy/canary-database.ts";
import { ACTIONS as KNOWLEDGE_BASE_ACTIONS } from "../privacy/canary-knowledge-base.ts";

const page = readFileSync("docs/tools.md", "utf8");

/** What is written down of each tool elsewhere than in its own file: docs/extending.md lists the places. */
describe.each([
  { kind: "a database", list: databaseTools, words: DATABASE_WORDS, actions: DATABASE_ACTIONS, unasked: [] },
  {
    kind: "a knowledge base",
    list: knowledgeBaseTools,
    words: KNOWLEDGE_BASE_WORDS,
    actions: KNOWLEDGE_BASE_ACTIONS,
    // A query is written, never chosen; references are offered where there are some.
    unasked: ["query_sparql", "use_values"],
  },
  { kind: "a REST API", list: restApiTools, words: undefined, actions: API_ACTIONS, unasked: [] },
])("the tools of $kind", ({ list, words, actions, unasked }) => {
  const tools = list.map(({ tool }) => tool);
  const names = tools.map(({ name }) => name);

  it("stand in docs/tools.md", () => {
    expect(names.filter((name) => !new RegExp(`^\\|[^|]*\`${name}\``, "mu").test(page))).toEqual([]);
  });

  it("have words by which a thought asks for them, where a strategy chooses among permitted actions", () => {
    if (words === undefined) return;
    expect([...Object.keys(words), ...unasked].sort()).toEqual(names.toSorted());
  });

  it("are tried on data of which no value may reach a model", () => {
    const tried = new Set(actions.map(([name]) => name));
    const alone = tools.filter(({ onlyBesideOthers }) => onlyBesideOthers !== true);
    expect(alone.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([]);
  });
});
