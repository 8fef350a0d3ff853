import { describe, expect, it } from "vitest";
import { TripleStoreError } from "../../../src/environments/knowledge-base/triple-store/triple-store-error.ts";
import type { JsonObject } from "../../../src/util/json.ts";
import { Session } from "./fixture-environment.ts";

type Gold = readonly (readonly [tool: string, given: JsonObject])[];

/** Questions with the actions that answer them. */
const QUESTIONS: readonly (readonly [question: string, actions: Gold])[] = [
  [
    "Which films by [Michael Mann] have [Al Pacino] in the cast?",
    [
      ["get_relations", { variable: "mann" }],
      ["get_neighbors", { variable: "mann", relation: "^director" }],
      ["get_relations", { variable: "pacino" }],
      ["get_neighbors", { variable: "pacino", relation: "^cast" }],
      ["intersection", { variable1: "#0", variable2: "#1" }],
      ["get_attributes", { variable: "#2" }],
      ["argmax", { variable: "#2", attribute: "runtime" }],
    ],
  ],
  [
    "who directed the films that have the same genre as heat",
    [
      ["get_relations", { variable: "heat" }],
      ["get_neighbors", { variable: "heat", relation: "genre" }],
      ["get_relations", { variable: "#0" }],
      ["get_neighbors", { variable: "#0", relation: "^genre" }],
      ["difference", { variable1: "#1", variable2: "heat" }],
      ["get_relations", { variable: "#2" }],
      ["get_neighbors", { variable: "#2", relation: "director" }],
    ],
  ],
  [
    "What award did the directors born in New York or Chicago win?",
    [
      ["get_relations", { variable: "newyork" }],
      ["get_neighbors", { variable: "newyork", relation: "^bornIn" }],
      ["get_relations", { variable: "chicago" }],
      ["get_neighbors", { variable: "chicago", relation: "^bornIn" }],
      ["union", { variable1: "#0", variable2: "#1" }],
      ["get_relations", { variable: "#2" }],
      ["get_neighbors", { variable: "#2", relation: "won/award" }],
    ],
  ],
];

describe("permitted actions", () => {
  it.each(QUESTIONS)(
    "hold the next action at every step, all of them and among 30: %s",
    async (question, gold) => {
      const session = await Session.open(question);
      for (const [tool, given] of gold) {
        for (const limit of [1000, 30]) {
          const list = await session.environment.permittedActions?.(
            session.workspace,
            { task: { question }, limit },
            session.context,
          );
          const actions = (list ?? []).flatMap((each) => (each.type === "action" ? [each.action] : []));
          expect(actions, `${tool} in ${limit}`).toContainEqual({
            environment: "kb",
            tool,
            arguments: given,
          });
          expect(list?.length).toBeLessThanOrEqual(limit);
        }
        await session.take(tool, given);
      }
    },
  );

  it("put the tool and the variables that the thought names first", async () => {
    const session = await Session.open("Which films by Michael Mann have Al Pacino in the cast?");
    await session.follow("mann", "^director");
    await session.follow("pacino", "^cast");
    const thought = "The films with both should be the intersection of variable #0 and variable #1.";
    expect((await session.permitted(thought))[0]).toBe("intersection(#0, #1)");
    expect((await session.permitted("How many are there? I count #0."))[0]).toBe("count(#0)");
    expect((await session.permitted("I look at the relations of #1: get_relations(#1)."))[0]).toBe(
      "get_relations(#1)",
    );
  });

  it("leave out what was done, relations that were not listed, and combinations that types rule out", async () => {
    const session = await Session.open("Heat and Michael Mann");
    await session.follow("mann", "^director");
    await session.follow("heat", "genre");
    await session.take("count", { variable: "#0" });
    const labels = await session.permitted("", 1000);
    expect(labels).not.toContain("get_neighbors(Michael Mann, ^director)");
    expect(labels).not.toContain("get_relations(Michael Mann)");
    expect(labels).not.toContain("count(#0)");
    expect(labels.filter((label) => label.startsWith("get_neighbors(#"))).toEqual([]);
    expect(labels).not.toContain("intersection(#0, #1)");
    expect(labels.filter((label) => label.startsWith("argmax"))).toEqual([]);
  });

  const slots = async (session: Session, limit: number) => {
    const list = await session.environment.permittedActions?.(
      session.workspace,
      { task: { question: session.workspace.state.question as string }, limit },
      session.context,
    );
    return (list ?? []).filter((each) => each.type === "slot");
  };

  it("hold comparisons by each relation that was listed, and by any of them with an entity that is named", async () => {
    const session = await Session.open("Which thrillers were directed by Michael Mann?");
    await session.take("instances", { class: "Film" });
    expect((await slots(session, 1000)).filter(({ tool }) => tool === "filter")).toEqual([]);
    await session.take("get_relations", { variable: "#0" });
    const all = await slots(session, 1000);
    for (const given of [
      { variable: "#0", attribute: "genre", comparison: "=" },
      { variable: "#0", attribute: "director", comparison: "!=" },
      { variable: "#0", attribute: "runtime", comparison: "<" },
    ])
      expect(all).toContainEqual(expect.objectContaining({ arguments: given, argument: "value" }));
    const [named] = (await slots(session, 30)).filter(({ argument }) => argument === "attribute");
    expect(named?.arguments).toEqual({ variable: "#0", comparison: "=", value: "mann" });
    expect(named?.constraint.enum).toContain("director");
    expect(named?.constraint.enum).not.toContain("runtime");
  });

  it("put numbers written out, compared as the words beside them say, where the attribute has such values", async () => {
    const session = await Session.open("Which films cost less than 20 million?");
    await session.take("instances", { class: "Film" });
    await session.take("get_attributes", { variable: "#0" });
    const filters = (await session.permitted("", 30)).filter((label) => label.startsWith("filter("));
    expect(filters[0]).toBe("filter(#0, budget, <, 20000000)");
    expect(filters.indexOf("filter(#0, runtime, <, 20000000)")).toBeGreaterThan(
      filters.indexOf("filter(#0, budget, <, …)"),
    );
  });

  it("hold what was written out first, as it was written, if it can work now", async () => {
    const session = await Session.open("Which thrillers were directed by Michael Mann?");
    const first = async (tool: string, given: JsonObject) => {
      const action = { environment: "kb", tool, arguments: given };
      const hint = { task: { question: "" }, written: [action], limit: 30 };
      const list = await session.environment.permittedActions?.(session.workspace, hint, session.context);
      const [offered] = list ?? [];
      return offered?.type === "action" && offered.action === action;
    };
    expect(await first("get_relations", { variable: "Michael Mann" })).toBe(false);
    await session.take("find_entities", { text: "Michael Mann" });
    expect(await first("get_relations", { variable: "michael mann" })).toBe(true);
    expect(await first("get_neighbors", { variable: "mann", relation: "^director" })).toBe(false);
    await session.follow("mann", "^director");
    await session.take("get_relations", { variable: "#0" });
    const genre = { variable: "#0", attribute: "genre", comparison: "=" };
    expect(await first("filter", { ...genre, value: "thriller" })).toBe(true);
    expect(await first("filter", { ...genre, attribute: "colour", value: "thriller" })).toBe(false);
    await session.follow("pacino", "^cast");
    await session.take("difference", { variable1: "#0", variable2: "#1" });
    expect(await first("difference", { variable1: "#0", variable2: "#1" })).toBe(false);
    expect(await first("difference", { variable1: "#1", variable2: "#0" })).toBe(true);
  });

  it("are still told where the store refuses to tell relations", async () => {
    const session = await Session.open("Heat and Michael Mann");
    await session.take("get_relations", { variable: "heat" });
    const refuse = async () => {
      throw new TripleStoreError({ kind: "time-limit", engineMessage: "Too long." });
    };
    Object.assign(session.environment.services.store, { attributes: refuse, schema: refuse });
    expect(await session.permitted()).toContain("get_neighbors(Heat, genre)");
  });

  it("compute no set", async () => {
    const asked: string[] = [];
    const session = await Session.open("Heat and Casino");
    await session.follow("heat", "genre");
    await session.follow("casino", "genre");
    const { store } = session.environment.services;
    for (const method of ["summarize", "members"] as const) {
      const answer = store[method].bind(store) as (...given: unknown[]) => unknown;
      Object.assign(store, {
        [method]: (...given: unknown[]) => {
          asked.push(method);
          return answer(...given);
        },
      });
    }
    await session.permitted();
    expect(asked).toEqual([]);
  });
});
