import { describe, expect, it } from "vitest";
import { type Line, play, stepLines } from "./team-fixture.ts";

const question = "How many seasons has Breaking Bad?";
const STEP = 'Search for the tv show "Breaking Bad".';
const search = stepLines(STEP, "GET /search/tv", { query: "Breaking Bad" });
const plan = search[0] as Line;

describe("a team that runs in circles", () => {
  it("tells the planner that plans the very same step again, and stops it in the end", async () => {
    const { outcome, heard } = await play({ question, lines: [...search, plan, plan, plan] });
    expect(heard[5]?.request.problems.join()).toContain("Step 1 was the very same");
    expect(outcome).toMatchObject({ type: "stopped", reason: "no-action" });
  });

  it("stops a planner that finds ever new steps at the limit of steps, having asked for the answer before", async () => {
    const { outcome, heard } = await play(
      {
        question,
        lines: [
          ...stepLines(`${STEP} 1`, "GET /search/tv", { query: "B" }),
          ...stepLines(`${STEP} 2`, "GET /search/tv", { query: "B" }),
          ["planner", { thought: "Over.", unanswerable: "The steps did not reach." }],
        ],
      },
      { limits: { steps: 3 } },
    );
    expect(heard.at(-1)?.request).toMatchObject({ mustConclude: true });
    expect(heard.at(-1)?.request.input).toContain("No further step can be taken");
    expect(outcome).toMatchObject({ type: "unanswerable", reason: "The steps did not reach." });
  });

  it("has another operation called for the same step where the planner says so", async () => {
    const { outcome, heard, events } = await play({
      question: "Recommendations for those who liked Titanic?",
      lines: [
        ...stepLines("Search for the movie Titanic.", "GET /search/movie", { query: "Titanic" }),
        ...stepLines("Get movies recommended after Titanic (5101).", "GET /movie/{movie_id}/similar", {
          movie_id: "5101",
        }),
        ["planner", { thought: "The wrong operation was called.", continue: true }],
        ...stepLines("", "GET /movie/{movie_id}/recommendations", { movie_id: "5101" }).slice(1),
        ["planner", { thought: "Done.", answer: "The Long Voyage" }],
      ],
    });
    expect(outcome.type).toBe("answered");
    expect(heard[9]?.request.input).toContain("without fulfilling it: GET /movie/{movie_id}/similar");
    const searches = events.filter(
      (each) => each.type === "action-observed" && "operations" in each.observation.data,
    );
    expect(searches).toHaveLength(2);
  });

  it("gives up a difficulty that is refuted again and again", async () => {
    const stuck: Line = [
      "planner",
      { thought: "?", difficulty: { problem: "Which show?", words: [], kind: "missing" } },
    ];
    const refute: Line = ["supervisor", { thought: "No.", refutation: "It is in the question." }];
    const { outcome, last } = await play({ question, lines: [stuck, refute, stuck, refute, stuck] });
    expect(last("planner")?.input).toContain("The supervisor says:\nIt is in the question.");
    expect(outcome).toMatchObject({
      type: "unanswerable",
      reason: "The team could not get past a difficulty: Which show?",
    });
  });

  it("puts no more than three questions in a run", async () => {
    const stuck: Line = [
      "planner",
      { thought: "?", difficulty: { problem: "Which?", words: [], kind: "missing" } },
    ];
    const ask = (text: string): Line => [
      "supervisor",
      { thought: "Ask.", question: { question: text, words: [], kind: "missing" } },
    ];
    const { asked, last, outcome } = await play({
      question,
      lines: [
        ...[stuck, ask("A?"), stuck, ask("B?"), stuck, ask("C?"), stuck],
        ["supervisor", { thought: "Enough.", unanswerable: "It stays unclear." }],
      ],
      says: ["a", "b", "c"],
    });
    expect(asked).toHaveLength(3);
    expect(last("supervisor")?.form.schema.properties).not.toHaveProperty("question");
    expect(last("supervisor")?.input).toContain('Asked "B?", the person said: b');
    expect(outcome.type).toBe("unanswerable");
  });
});
