import { describe, expect, it } from "vitest";
import { damagePlan } from "../../src/agent/policies/damaged-oracle/damage-plan.ts";
import type { FaultKind, FaultNote } from "../../src/agent/policies/damaged-oracle/fault.ts";
import { followAdvice } from "../../src/agent/policies/damaged-oracle/follow-advice.ts";
import { mostSimilar } from "../../src/agent/policies/damaged-oracle/most-similar.ts";
import { damagedOraclePolicy } from "../../src/agent/policies/damaged-oracle-policy.ts";
import type { Advice } from "../../src/agent/policy-request.ts";
import { runTask } from "../../src/agent/run-loop.ts";
import { decoupled } from "../../src/agent/strategies/decoupled.ts";
import { toolNames } from "../../src/agent/tool-names.ts";
import type { Action } from "../../src/environment/action.ts";
import type { Environment } from "../../src/environment/environment.ts";
import type { Tool } from "../../src/environment/tool.ts";
import { fileTreeEnvironment } from "../support/file-tree-environment.ts";
import { chooseFile, enterFolder, FILES, findText, runOptions, take } from "../support/run-fixture.ts";
import { ruledFiles } from "./decoupled-fixture.ts";

const GOLD = [enterFolder("notes/"), findText("salt"), chooseFile("notes/bread.txt")];

interface Asked {
  readonly kinds: readonly FaultKind[];
  readonly strategy?: "react" | "decoupled";
  readonly feedback?: boolean;
  readonly rate?: number;
  readonly gold?: readonly Action[];
  readonly environment?: Environment;
  readonly seed?: number;
}

async function run({
  kinds,
  strategy = "react",
  feedback = true,
  rate = 1,
  gold = GOLD,
  seed = 1,
  ...more
}: Asked) {
  const notes: FaultNote[] = [];
  const policy = damagedOraclePolicy({
    gold: { actions: gold },
    ...{ rate, seed, kinds, feedback },
    onFault: (note) => notes.push(note),
  });
  const environments = [
    more.environment ?? (strategy === "react" ? fileTreeEnvironment(FILES) : ruledFiles()),
  ];
  const chosen = strategy === "react" ? {} : { strategy: decoupled() };
  const { outcome, events } = await runTask(
    runOptions([], { policy, environments, limits: { steps: 40 }, ...chosen }),
  );
  const taken = events.flatMap((event) =>
    event.type === "action-observed" || event.type === "action-failed" ? [event.action] : [],
  );
  return { outcome, taken, said: notes.map(({ type }) => type).join(" "), notes };
}

describe("the damaged oracle", () => {
  it("is the oracle where nothing is damaged", async () => {
    const { outcome, taken, said } = await run({ kinds: ["misspelt-value"], rate: 0 });
    expect(outcome).toMatchObject({ type: "answered", answer: { text: "notes/bread.txt" } });
    expect(taken).toEqual(GOLD);
    expect(said).toBe("");
  });

  it("follows the first suggestion of a failure", async () => {
    const { outcome, taken, said } = await run({
      kinds: ["misspelt-value"],
      gold: [GOLD[0] as Action, chooseFile("notes/soup.txt")],
    });
    expect(outcome).toMatchObject({ type: "answered", answer: { text: "notes/soup.txt" } });
    expect(said).toBe("injected repaired injected repaired");
    expect(taken).toHaveLength(4);
    expect(taken[0]).not.toEqual(taken[1]);
  });

  it("without feedback repeats the action once and goes on", async () => {
    const { outcome, taken, said } = await run({
      kinds: ["misspelt-value"],
      feedback: false,
      gold: [enterFolder("notes/")],
    });
    expect(taken).toHaveLength(2);
    expect(taken[0]).toEqual(taken[1]);
    expect(said).toBe("injected left");
    expect(outcome).toMatchObject({ type: "unanswerable", reason: expect.stringContaining("not accepted") });
  });

  it("does not notice what goes through all the same", async () => {
    const { said } = await run({ kinds: ["misspelt-value"], gold: [findText("flour"), ...GOLD], rate: 1 });
    expect(said).toContain("unnoticed");
  });

  it("does the same for the same seed and question, and something else for another", async () => {
    const kinds: FaultKind[] = ["misspelt-value", "wrong-clause"];
    const first = await run({ kinds, rate: 0.5 });
    expect(await run({ kinds, rate: 0.5 })).toEqual(first);
    const others = await Promise.all([2, 3, 4, 5].map((seed) => run({ kinds, rate: 0.5, seed })));
    expect(others.some(({ taken }) => JSON.stringify(taken) !== JSON.stringify(first.taken))).toBe(true);
  });

  it("takes the permitted action most like its damaged words, and never looks at the gold for it", async () => {
    const gold = [enterFolder("notes/"), chooseFile("notes/soup.txt")];
    const { outcome, taken, said } = await run({ kinds: ["misspelt-value"], strategy: "decoupled", gold });
    expect(taken).toEqual(gold);
    expect(said).toBe("injected repaired injected repaired");
    expect(outcome).toMatchObject({ type: "answered", answer: { text: "notes/soup.txt" } });
  });

  it("takes another action where that is more like its words", async () => {
    // A folder's name where a file's belongs is like the other file.
    const inner = ruledFiles();
    const environment: Environment = {
      ...inner,
      permittedActions: async () =>
        [chooseFile("letters/anna.txt"), enterFolder("notes/")].map((action) => ({
          type: "action" as const,
          action,
          label: `${action.tool}(${Object.values(action.arguments).join()})`,
        })),
    };
    const gold = [enterFolder("notes/"), chooseFile("notes/soup.txt")];
    const { taken, said } = await run({
      kinds: ["misspelt-value"],
      strategy: "decoupled",
      gold,
      environment,
    });
    expect(taken[1]).toEqual(chooseFile("letters/anna.txt"));
    expect(said).toMatch(/^injected repaired injected/);
  });

  it("says what a question without gold lacks, as the oracle does", async () => {
    const policy = damagedOraclePolicy({ gold: () => undefined, rate: 1, seed: 1 });
    const { outcome } = await runTask(runOptions([], { policy }));
    expect(outcome).toMatchObject({ type: "unanswerable", reason: expect.stringContaining("no gold") });
  });
});

const tool = (name: string, parameters: readonly string[], needs: readonly string[] = []): Tool => ({
  name,
  description: "",
  group: "functional",
  inputSchema: {
    type: "object",
    properties: Object.fromEntries(parameters.map((one) => [one, { type: "string" }])),
    required: [...parameters],
  },
  outputSchema: {},
  prerequisites: needs,
  workspace: "writes",
  effect: "none",
});
const KB: Environment = {
  ...fileTreeEnvironment(FILES, "kb"),
  tools: [
    tool("get_relations", ["variable"]),
    tool("get_neighbors", ["variable", "relation"], ["get_relations"]),
    tool("argmax", ["variable", "attribute"]),
    tool("argmin", ["variable", "attribute"]),
    tool("where", ["where_statement"]),
    tool("having", ["having_statement"]),
    tool("order_by", ["order_by_statement"]),
  ],
};
const kb = (name: string, given: Record<string, string>) => take(name, given, "kb");

/** A knowledge base that wants `get_relations` of a variable before `get_neighbors` of it, and says so. */
function strictKb(): Environment {
  return {
    ...KB,
    openWorkspace: async () => ({ environment: "kb", kind: "file-tree", version: 1, state: { seen: [] } }),
    permittedActions: async ({ state }) => {
      const seen = state["seen"] as readonly string[];
      const label = (action: Action) => `${action.tool}(${Object.values(action.arguments).join(", ")})`;
      return [
        kb("get_relations", { variable: "Norway" }),
        kb("get_relations", { variable: "Lake" }),
        ...seen.map((variable) => kb("get_neighbors", { variable, relation: "contains" })),
      ].map((action) => ({ type: "action" as const, action, label: label(action) }));
    },
    act: async (workspace, action) => {
      const seen = workspace.state["seen"] as readonly string[];
      const variable = String(action.arguments["variable"]);
      const following = action.tool === "get_neighbors";
      if (following && !seen.includes(variable)) {
        const suggestions = [{ text: `get_relations(${variable})` }];
        return { failure: { code: "prerequisite-missing", message: "First get_relations.", suggestions } };
      }
      const state = { seen: following ? seen : [...seen, variable] };
      const observation = { text: following ? "variable #0" : "contains", data: {}, warnings: [], notes: [] };
      return { workspace: { ...workspace, version: workspace.version + 1, state }, observation };
    },
    conclude: async () => ({ answer: { text: "done" }, evidence: { environment: "kb", kind: "file-tree" } }),
  };
}

describe("an action that is left out", () => {
  const relations = kb("get_relations", { variable: "Norway" });
  const neighbours = kb("get_neighbors", { variable: "Norway", relation: "contains" });
  const asked = {
    kinds: ["missing-prerequisite"] as const,
    gold: [relations, neighbours],
    environment: strictKb(),
  };

  it("is taken when a failure says that it is needed", async () => {
    const { taken, said } = await run(asked);
    expect(said).toBe("injected repaired");
    expect(taken).toEqual([neighbours, relations, neighbours]);
  });

  it("stays out without feedback", async () => {
    const { taken, said } = await run({ ...asked, feedback: false });
    expect(said).toBe("injected");
    expect(taken).toEqual([neighbours, neighbours]);
  });

  it("is found as the permitted action most like what needs it", async () => {
    const { taken, said } = await run({ ...asked, strategy: "decoupled" });
    expect(said).toBe("injected repaired");
    expect(taken).toEqual([relations, neighbours]);
  });

  it("is only one that can be named without the gold", async () => {
    const clauses = [kb("get_relations", { variable: "#4" }), neighbours];
    expect(damagePlan(clauses, "q", [KB], { rate: 1, seed: 1, kinds: asked.kinds }).size).toBe(0);
  });
});

describe("a fault", () => {
  const others = [
    kb("get_neighbors", { variable: "#0", relation: "designed_by" }),
    kb("where", { where_statement: "T2.name = 'x'" }),
  ];
  const damage = (kind: FaultKind, action: Action) => {
    const plan = [action, ...others];
    const found = new Set<string>();
    for (let seed = 0; seed < 30; seed++) {
      const fault = damagePlan(plan, "q", [KB], { rate: 1, seed, kinds: [kind] }).get(0);
      if (fault !== undefined) found.add(JSON.stringify(fault.damaged ?? "left out"));
    }
    return [...found].map((text) => JSON.parse(text));
  };
  const neighbours = kb("get_neighbors", { variable: "#1", relation: "made_in" });
  const where = kb("where", { where_statement: "T1.title = 'Alien' AND T1.year > 1990" });

  it("misspells names in a clause, and not its literals or keywords", () => {
    const texts = damage("misspelt-name", where).map((one) => String(one.arguments.where_statement));
    expect(texts.length).toBeGreaterThan(3);
    for (const text of texts) expect(text).toMatch(/^T1\.[a-z]+ = 'Alien' AND T1\.[a-z]+ > 1990$/);
  });

  it("misspells literals, and not names", () => {
    const texts = damage("misspelt-value", where).map((one) => String(one.arguments.where_statement));
    expect(texts.length).toBeGreaterThan(2);
    for (const text of texts) expect(text).toMatch(/^T1\.title = '[A-Za-z]+' AND T1\.year > 1990$/);
  });

  it("misspells a relation and never a variable", () => {
    for (const one of damage("misspelt-name", neighbours)) expect(one.arguments.variable).toBe("#1");
    expect(damage("misspelt-value", neighbours)).toEqual([]);
  });

  it.each<[FaultKind, Action, readonly unknown[]]>([
    ["wrong-direction", neighbours, [kb("get_neighbors", { variable: "#1", relation: "^made_in" })]],
    ["wrong-direction", where, [kb("where", { where_statement: "T1.title = 'Alien' AND T1.year < 1990" })]],
    [
      "wrong-direction",
      kb("order_by", { order_by_statement: "year DESC LIMIT 1" }),
      [kb("order_by", { order_by_statement: "year ASC LIMIT 1" })],
    ],
    ["foreign-name", neighbours, [kb("get_neighbors", { variable: "#1", relation: "designed_by" })]],
    ["foreign-name", where, [kb("where", { where_statement: "T2.title = 'Alien' AND T1.year > 1990" })]],
    ["swapped-arguments", neighbours, [kb("get_neighbors", { variable: "made_in", relation: "#1" })]],
    ["swapped-arguments", where, []],
    ["missing-prerequisite", kb("get_relations", { variable: "#0" }), ["left out"]],
    ["missing-prerequisite", where, []],
  ])("of the kind %s makes of one action another", (kind, action, expected) => {
    expect(damage(kind, action)).toEqual(expected);
  });

  it("misspells the last part of an IRI only, and no number", () => {
    const relation = "<http://example.org/made_in>";
    for (const one of damage("misspelt-name", kb("get_neighbors", { variable: "#1", relation }))) {
      expect(one.arguments.relation).toMatch(/^<http:\/\/example\.org\/[a-z]+_in>$/);
    }
    expect(damage("misspelt-value", kb("get_relations", { variable: "<http://example.org/31137>" }))).toEqual(
      [],
    );
  });

  it("gives the arguments to another tool of the same shape", () => {
    expect(damage("wrong-clause", kb("argmax", { variable: "#1", attribute: "age" }))).toContainEqual(
      kb("argmin", { variable: "#1", attribute: "age" }),
    );
    expect(damage("wrong-clause", neighbours)).toEqual([]);
    expect(damage("wrong-clause", where)).toContainEqual(
      kb("having", { having_statement: "T1.title = 'Alien' AND T1.year > 1990" }),
    );
  });

  it("comes at the rate that is asked for", () => {
    const plan = Array.from({ length: 400 }, (_, at) =>
      kb("where", { where_statement: `title = 'number ${at}'` }),
    );
    const { size } = damagePlan(plan, "q", [KB], { rate: 0.25, seed: 7, kinds: ["misspelt-name"] });
    expect(size).toBeGreaterThan(70);
    expect(size).toBeLessThan(130);
  });
});

describe("advice", () => {
  const names = toolNames([KB]);
  const where = kb("where", { where_statement: "a.titel = b.titel" });
  const follow = (action: Action, advice: Advice) => followAdvice(action, advice, names);

  it("is put in place of what it replaces, at the place that is named", () => {
    const suggestions = [{ text: "title", replaces: "titel" }];
    expect(follow(where, { suggestions })).toEqual({
      mended: kb("where", { where_statement: "a.title = b.titel" }),
    });
    const part = { argument: "where_statement", text: "b.titel", start: 10 };
    expect(follow(where, { part, suggestions })).toEqual({
      mended: kb("where", { where_statement: "a.titel = b.title" }),
    });
  });

  it("replaces the failing part where nothing else is named, a whole argument, or the tool", () => {
    const relation = kb("get_neighbors", { variable: "#0", relation: "mad_in" });
    const made = { mended: kb("get_neighbors", { variable: "#0", relation: "made_in" }) };
    expect(follow(relation, { part: { argument: "relation" }, suggestions: [{ text: "made_in" }] })).toEqual(
      made,
    );
    expect(follow(relation, { part: { text: "mad_in" }, suggestions: [{ text: "made_in" }] })).toEqual(made);
    const unknown = { part: { text: "wher" }, suggestions: [{ text: "where" }] };
    expect(follow({ ...where, tool: "wher" }, unknown)).toEqual({ mended: where });
  });

  it("is taken as a call where it is one", () => {
    const suggestions = [{ text: "get_relations(#0)" }];
    const part = { argument: "variable", text: "#0" };
    expect(follow(kb("get_neighbors", { variable: "#0", relation: "r" }), { part, suggestions })).toEqual({
      before: kb("get_relations", { variable: "#0" }),
    });
  });

  it("is taken in the place of the action where it is another tool's call that says the same", () => {
    const meant = 'where("a.titel = b.titel")';
    expect(
      follow(kb("having", { having_statement: "a.titel = b.titel" }), { suggestions: [{ text: meant }] }),
    ).toEqual({ mended: where });
    expect(follow(kb("having", { having_statement: "n > 1" }), { suggestions: [{ text: meant }] })).toEqual({
      before: where,
    });
  });

  it("is not followed where it fits nowhere", () => {
    expect(follow(where, { suggestions: [] })).toBeUndefined();
    expect(follow(where, { suggestions: [{ text: "x", replaces: "y" }] })).toBeUndefined();
    expect(follow(where, { suggestions: [{ text: "another thing" }] })).toBeUndefined();
  });
});

it("finds the option with the most similar words", () => {
  const option = (label: string) => ({ type: "action" as const, action: GOLD[0] as Action, label });
  const options = [
    option("get_neighbors(#0, made_in)"),
    option("get_neighbors(#0, designed_by)"),
    option("count(#0)"),
  ];
  expect(mostSimilar(kb("get_neighbors", { variable: "#0", relation: "desigend_by" }), options)).toBe(1);
  expect(mostSimilar(kb("§", {}), options)).toBeUndefined();
});

describe("a malformed action", () => {
  const gold = [enterFolder("notes/"), chooseFile("notes/soup.txt")];

  it("is written again in its form once that is asked for", async () => {
    const { outcome, said } = await run({ kinds: ["malformed-action"], gold });
    expect(outcome).toMatchObject({ type: "answered", answer: { text: "notes/soup.txt" } });
    expect(said).toBe("injected repaired injected repaired");
  });

  it("costs replies, and ends in nothing where nobody minds what is said about it", async () => {
    const seeds = [1, 2, 3, 4, 5, 6];
    const asked = seeds.map((seed) => ({ kinds: ["malformed-action"] as const, gold, seed }));
    const told = await Promise.all(asked.map(run));
    const untold = await Promise.all(asked.map((one) => run({ ...one, feedback: false })));
    expect(told.every(({ outcome }) => outcome.type === "answered")).toBe(true);
    expect(untold.some(({ outcome }) => outcome.type !== "answered")).toBe(true);
    expect(untold.some(({ said }) => said.includes("left"))).toBe(true);
  });

  it("has no form to lose where the action is chosen by its letter", async () => {
    const { taken, said } = await run({ kinds: ["malformed-action"], strategy: "decoupled", gold });
    expect(taken).toEqual(gold);
    expect(said).toBe("injected repaired injected repaired");
  });
});

describe("an ignored observation", () => {
  const gold = [enterFolder("notes/"), chooseFile("notes/soup.txt")];

  it("is noticed when the repeated action says so, and the plan goes on", async () => {
    const { outcome, taken, said } = await run({ kinds: ["ignored-observation"], gold });
    expect(taken).toEqual([gold[0], gold[0], gold[1]]);
    expect(said).toBe("injected repaired");
    expect(outcome).toMatchObject({ type: "answered", answer: { text: "notes/soup.txt" } });
  });

  it("costs the step where nothing is heeded", async () => {
    const { taken, said } = await run({ kinds: ["ignored-observation"], gold, feedback: false });
    expect(taken).toEqual([gold[0], gold[0]]);
    expect(said).toBe("injected unnoticed");
  });
});

describe("what is told of first suggestions", () => {
  it("says of each damaged action that drew one whether it leads to the gold", async () => {
    const advised: boolean[] = [];
    const policy = damagedOraclePolicy({
      gold: { actions: [enterFolder("notes/"), chooseFile("notes/soup.txt")] },
      ...{ rate: 1, seed: 1, kinds: ["misspelt-value"] },
      onAdvice: ({ isRight }) => advised.push(isRight),
    });
    await runTask(runOptions([], { policy, limits: { steps: 40 } }));
    expect(advised).toEqual([true, true]);
  });

  it("fills a call with a gap with the text that failed", () => {
    const advice: Advice = { suggestions: [{ text: 'where("…")' }] };
    const failed = kb("having", { having_statement: "a = 1" });
    expect(followAdvice(failed, advice, toolNames([KB]))).toEqual({
      mended: kb("where", { where_statement: "a = 1" }),
    });
  });
});
