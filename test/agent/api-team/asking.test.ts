import { describe, expect, it } from "vitest";
import { resumeRun, runTask } from "../../../src/agent/run-loop.ts";
import { apiTeam, restGpt } from "../../../src/agent/strategies/api-team/api-team.ts";
import { fileTreeEnvironment } from "../../support/file-tree-environment.ts";
import { FILES } from "../../support/run-fixture.ts";
import { filmApi } from "./film-api.ts";
import { type Line, play, stepLines, teamOptions } from "./team-fixture.ts";

const findTitanic = stepLines('Search for the movie "Titanic".', "GET /search/movie", { query: "Titanic" });
const addIt = stepLines("Add the movie Titanic (5101) to the favourites.", "POST /favourites", {
  movie_id: "5101",
});
const favourites = (end: readonly Line[], says: readonly string[]) => ({
  question: "Add Titanic to my favourites",
  lines: [...findTitanic, ...addIt.slice(0, 3), ...end],
  says,
});

const missing: readonly Line[] = [
  [
    "planner",
    { thought: "?", difficulty: { problem: "No movie is named.", words: ["that movie"], kind: "missing" } },
  ],
  [
    "supervisor",
    { thought: "Ask.", question: { question: "Which movie?", words: ["that movie"], kind: "missing" } },
  ],
];

describe("leave for a call with an effect", () => {
  it("is asked with the call shown whole, and a yes sends it", async () => {
    const { outcome, asked, events } = await play(
      favourites([addIt[3] as Line, ["planner", { thought: "Done.", answer: "It was added." }]], ["yes"]),
    );
    expect(asked[0]).toMatchObject({
      question: expect.stringContaining('POST /favourites in films, with movie_id = "5101"'),
      permission: { environment: "films", operation: "POST /favourites" },
    });
    expect(outcome).toMatchObject({ type: "answered", answer: { text: "It was added." } });
    const sent = events.filter(
      (each) =>
        each.type === "action-observed" &&
        each.action.arguments["operation"] === "POST /favourites" &&
        each.action.tool === "call_operation",
    );
    expect(sent).toHaveLength(1);
  });

  it("leaves the step undone where it is refused, and tells the team what the person said", async () => {
    const { outcome, last, asked } = await play(
      favourites(
        [["supervisor", { thought: "Refused.", unanswerable: "You did not allow it." }]],
        ["no, never"],
      ),
    );
    expect(asked).toHaveLength(1);
    expect(last("supervisor")?.input).toContain("and said: no, never");
    expect(outcome).toMatchObject({ type: "unanswerable", reason: "You did not allow it." });
  });

  it("is asked for without a supervisor too", async () => {
    const { asked, outcome } = await play(
      {
        question: "Add Titanic to my favourites",
        lines: [...findTitanic, ...addIt, ["planner", { thought: "Done.", answer: "It was added." }]],
        says: ["yes"],
      },
      { strategy: apiTeam({ supervisor: false }) },
    );
    expect(asked).toHaveLength(1);
    expect(outcome).toMatchObject({ type: "answered", answer: { text: "It was added." } });
  });
});

describe("a question of the team", () => {
  it("ends the run where nobody can answer, and an answer brought later goes on with it", async () => {
    const scene = {
      question: "I need something like that movie.",
      lines: [
        ...missing,
        ...findTitanic,
        ["planner", { thought: "Done.", answer: "Titanic (5101)" }] as Line,
      ],
    };
    const { options } = teamOptions(scene, { runId: "later" });
    const { task: _, limits: __, reopen: ___, ...rest } = options;
    expect((await runTask(options)).outcome).toMatchObject({
      type: "needs-clarification",
      clarification: { question: "Which movie?" },
    });
    const still = await resumeRun({ ...rest, runId: "later", limits: { steps: 20 } });
    expect(still.outcome).toMatchObject({ type: "needs-clarification" });
    const resumed = await resumeRun({ ...rest, runId: "later", answer: { text: "Titanic" } });
    expect(resumed.outcome).toMatchObject({ type: "answered", answer: { text: "Titanic (5101)" } });
  });

  it("that the person declines is told to the team as that", async () => {
    const { outcome, last } = await play({
      question: "I need something like that movie.",
      lines: [
        ...missing,
        ["planner", { thought: "?", difficulty: { problem: "Which?", words: [], kind: "missing" } }],
        ["supervisor", { thought: "Over.", unanswerable: "You did not say which movie." }],
      ],
      says: [{ type: "declined" }],
    });
    expect(last("planner")?.input).toContain('Asked "Which movie?", the person declined to say.');
    expect(last("planner")?.input).toContain("take what is likeliest meant, as an assumption to be said");
    expect(outcome.type).toBe("unanswerable");
  });

  it("is spared where the environment knows only one thing that is meant, which the answer names as assumed", async () => {
    const { outcome, asked, last } = await play(
      {
        question: "What is the logo of Watt Disney?",
        lines: [
          [
            "planner",
            { thought: "?", difficulty: { problem: "A typo?", words: ["Watt Disney"], kind: "problematic" } },
          ],
          [
            "supervisor",
            {
              thought: "Ask.",
              question: { question: "Do you mean Walt Disney?", words: ["Watt Disney"], kind: "problematic" },
            },
          ],
          ...stepLines("Search for the company Walt Disney.", "GET /search/company", {
            query: "Walt Disney",
          }),
          [
            "planner",
            { thought: "Done.", answer: "/disney.png", assumptions: ["Watt Disney means Walt Disney."] },
          ],
        ],
      },
      { environments: [filmApi({ readings: true })] },
    );
    expect(asked).toEqual([]);
    expect(last("planner")?.input).toContain("can hardly mean anything but");
    expect(outcome).toMatchObject({ type: "answered", assumptions: ["Watt Disney means Walt Disney."] });
  });
});

describe("an answer that fits several choices", () => {
  const jennifers = ["Jennifer Lawrence (actress)", "Jennifer Lawrence (director)", "Jennifer Connelly"];
  const lines = (options: readonly string[]): readonly Line[] => [
    [
      "planner",
      { thought: "?", difficulty: { problem: "Three.", words: ["Jennifer"], kind: "several-meanings" } },
    ],
    [
      "supervisor",
      {
        thought: "Ask.",
        question: { question: "Which Jennifer?", words: ["Jennifer"], kind: "several-meanings", options },
      },
    ],
  ];
  const name = "Jennifer Lawrence";
  const asking = [
    { says: [name, { type: "answered", text: "2", choice: 1 } as const], known: jennifers[1] },
    { says: [name, name], known: name },
  ];

  it.each(asking)("is asked about once more, among these alone: $known", async ({ says, known }) => {
    const { asked, last } = await play({
      question: "Find films with Jennifer",
      lines: [
        ...lines(jennifers),
        ...stepLines("List films.", "GET /person/{person_id}/movie_credits", { person_id: 7201 }).slice(0, 1),
        ["selector", { thought: "None.", none: "None." }],
        ["supervisor", { thought: "Over.", unanswerable: "None." }],
      ],
      says,
    });
    expect(asked).toHaveLength(2);
    expect(asked[1]?.question).toBe('Several of these are "Jennifer Lawrence". Which one?');
    expect(asked[1]?.readings.map(({ text }) => text)).toEqual(jennifers.slice(0, 2));
    expect(last("planner")?.input).toContain(`"Jennifer" means: ${known}`);
  });

  it("is no question at all where the choices read the same", async () => {
    const { asked, last } = await play({
      question: "Find films with Jennifer",
      lines: [
        ...lines([name, name]),
        ...lines(jennifers).slice(0, 1),
        ["supervisor", { thought: "Over.", unanswerable: "None." }],
      ],
    });
    expect(asked).toEqual([]);
    expect(last("planner")?.input).toContain("Say with each what tells it apart");
  });
});

describe("what a team takes for granted", () => {
  it("on its way is read by the planner, and stands with the answer", async () => {
    const taken = "The film called Titanic is meant, not the ship.";
    const { outcome, heard } = await play({
      question: "What is like Titanic?",
      lines: [
        ["planner", { ...findTitanic[0]?.[1], assumptions: [taken] }],
        ...findTitanic.slice(1),
        ...stepLines("Get the movies similar to Titanic (5101).", "GET /movie/{movie_id}/similar", {
          movie_id: 5101,
        }),
        ["planner", { thought: "Done.", answer: "Ship of Dreams (5103)" }],
      ],
    });
    expect(heard[4]?.request.input).toContain(`Taken for granted so far:\n<data>\n- ${taken}\n</data>`);
    expect(heard.at(-1)?.request.input).toContain(taken);
    expect(outcome).toMatchObject({ type: "answered", assumptions: [taken] });
  });
});

describe("the switches", () => {
  it("off for questions leave the supervisor to refute and to guide", async () => {
    const { asked, last, outcome } = await play(
      {
        question: "I need something like that movie.",
        lines: [
          missing[0] as Line,
          ["supervisor", { thought: "Nobody.", unanswerable: "No movie is named." }],
        ],
      },
      { strategy: apiTeam({ questions: false }) },
    );
    expect(asked).toEqual([]);
    expect(last("supervisor")?.form.schema.properties).not.toHaveProperty("question");
    expect(last("supervisor")?.instructions).toContain(
      'Nobody can be asked: where several things can be meant, take the likeliest and say so in "assumptions"',
    );
    expect(outcome).toMatchObject({ type: "unanswerable", reason: "No movie is named." });
  });

  it("off for the supervisor let the planner end the run, and offer nobody a difficulty", async () => {
    const { outcome, roles, heard, events } = await play(
      {
        question: "Which id has Titanic?",
        lines: [...findTitanic, ["planner", { thought: "Done.", answer: "5101" }]],
      },
      { strategy: apiTeam({ supervisor: false }) },
    );
    expect(roles).toEqual(["planner", "selector", "caller", "parser", "planner"]);
    expect(outcome).toMatchObject({ type: "answered", answer: { text: "5101" } });
    for (const { request } of heard) expect(request.form.schema.properties).not.toHaveProperty("difficulty");
    expect(events[0]).toMatchObject({
      strategy: "api-team",
      strategyOptions: { supervisor: false, questions: false, thoughts: true },
    });
  });

  it("off for thoughts take them out of every form and example", async () => {
    const { heard } = await play(
      { question: "Which id has Titanic?", lines: [...findTitanic, ["planner", { answer: "5101" }]] },
      { strategy: apiTeam({ thoughts: false }) },
    );
    expect(heard).toHaveLength(5);
    for (const { request } of heard) {
      expect(JSON.stringify([request.form, request.instructions])).not.toMatch(/thought/u);
    }
  });

  it("all off are RestGPT, whose planner lives with what failed", async () => {
    const { outcome, events, last } = await play(
      {
        question: "What is the Twitter handle of Natalie Portman?",
        lines: [
          ["planner", { step: "Get the Twitter handle of the person." }],
          ["selector", { none: "There is no such operation." }],
          ["planner", { step: "Get the details of the person." }],
          ["selector", { operation: "GET /person/{person_id}/movie_credits", purpose: "to get it" }],
          ["caller", { arguments: { person_id: "1" }, extract: "the handle" }],
          ["caller", { arguments: { person_id: "2" }, extract: "the handle" }],
          ["caller", { arguments: { person_id: "3" }, extract: "the handle" }],
          ["planner", { unanswerable: "No operation returns it." }],
        ],
      },
      { strategy: restGpt() },
    );
    expect(events[0]).toMatchObject({ strategy: "restgpt" });
    expect(last("planner")?.input).toContain("Not done: No operation can do the step");
    expect(last("planner")?.input).toMatch(/Not done: The call kept failing: error untraced-argument/u);
    expect(outcome).toMatchObject({ type: "unanswerable", reason: "No operation returns it." });
  });
});

describe("RestGPT", () => {
  it("has each role do its own work: an operation that the planner names is selected all the same", async () => {
    const { last } = await play(
      {
        question: "What is the Twitter handle of Natalie Portman?",
        lines: [
          ["planner", { step: "Get the details of the person.", operation: "GET /person/{person_id}" }],
          ["selector", { none: "There is no such operation." }],
          ["planner", { unanswerable: "No operation returns it." }],
        ],
      },
      { strategy: restGpt() },
    );
    expect(last("selector")?.input).toContain("Get the details of the person.");
    expect(last("planner")?.instructions).not.toContain('"operation"');
  });
});

describe("the environments of a team", () => {
  it("have to have a REST API among them", async () => {
    const { outcome } = await play(
      { question: "Hm?", lines: [] },
      { environments: [fileTreeEnvironment(FILES)] },
    );
    expect(outcome).toMatchObject({
      type: "unanswerable",
      reason: expect.stringContaining("files (file-tree)"),
    });
  });

  it("are all searched for operations where there are several, and say what the answer rests on where they were called", async () => {
    const { outcome, heard } = await play(
      {
        question: "Which id has Titanic?",
        lines: [
          findTitanic[0] as Line,
          [
            "selector",
            {
              thought: "There.",
              operation: "GET /search/movie",
              environment: "archive",
              purpose: "to find it",
            },
          ],
          ...findTitanic.slice(2),
          ["planner", { thought: "Done.", answer: "5101" }],
        ],
      },
      { environments: [filmApi(), filmApi({ id: "archive" }), fileTreeEnvironment(FILES)] },
    );
    expect(heard[1]?.request.input).toContain("Operations of films that may do it:");
    expect(heard[1]?.request.input).toContain("Operations of archive that may do it:");
    expect(outcome).toMatchObject({ type: "answered", evidence: [{ environment: "archive" }] });
  });
});
