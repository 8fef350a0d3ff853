import { describe, expect, it } from "vitest";
import { filmApi } from "./film-api.ts";
import { type Line, play, stepLines } from "./team-fixture.ts";

const answers = (answer: string): Line => ["planner", { thought: "Done.", answer }];
const nowReach = (objective: string): Line => ["supervisor", { thought: "Not yet.", objective }];
const difficulty = (problem: string, words: readonly string[], kind: string): Line => [
  "planner",
  { thought: "Unclear.", difficulty: { problem, words, kind } },
];
const question = (text: string, words: readonly string[], kind: string): Line => [
  "supervisor",
  { thought: "Only the person knows.", question: { question: text, words, kind } },
];

const findTitanic = stepLines('Search for the movie "Titanic".', "GET /search/movie", { query: "Titanic" });

describe("the team in the dialogues of the paper (Query when need, Chapters 4 and 6)", () => {
  it("asks for what is missing, and every role reads the answer from then on", async () => {
    const { outcome, asked, heard } = await play({
      question: "I need something like that movie.",
      lines: [
        difficulty("No movie is named.", ["that movie"], "missing"),
        question("Which movie do you mean?", ["that movie"], "missing"),
        ...findTitanic,
        ...stepLines('Get the movies similar to "Titanic" (5101).', "GET /movie/{movie_id}/similar", {
          movie_id: 5101,
        }),
        answers("Ship of Dreams (5103)"),
      ],
      says: ["Titanic"],
    });
    expect(outcome).toMatchObject({ type: "answered", answer: { text: "Ship of Dreams (5103)" } });
    expect(asked).toMatchObject([{ question: "Which movie do you mean?", kind: "missing" }]);
    const after = heard.slice(2).filter(({ role }) => role !== "parser");
    for (const { request } of after) expect(request.input).toContain('"that movie" means: Titanic');
  });

  it("asks about a name that brings nothing, and goes on with the corrected one", async () => {
    const { outcome, asked, heard } = await play({
      question: "What is the logo of the Watt Daisney?",
      lines: [
        ...stepLines(
          'Search for the company "Watt Daisney".',
          "GET /search/company",
          { query: "Watt Daisney" },
          "results[name='Watt Daisney'].id",
        ),
        difficulty("No company has that name.", ["Watt Daisney"], "problematic"),
        question("Could you check the name of the company?", ["Watt Daisney"], "problematic"),
        ...stepLines('Search for the company "Walt Disney".', "GET /search/company", {
          query: "Walt Disney",
        }),
        ...stepLines("Get the details of Walt Disney (8301).", "GET /company/{company_id}", {
          company_id: 8301,
        }),
        answers("/disney.png"),
      ],
      says: ["It should be Walt Disney"],
    });
    expect(outcome).toMatchObject({ type: "answered", answer: { text: "/disney.png" } });
    expect(asked).toHaveLength(1);
    expect(heard[4]).toMatchObject({ role: "planner" });
    expect(heard[4]?.request.input).toContain('"total_results":0');
    // Said freely, so that the sentence is no name to be put in its place.
    expect(heard[6]?.request.input).toContain('Watt Daisney" means: It should be Walt Disney');
  });

  it("replaces a misspelt name in the objective by the reading that the person chose, without asking the model", async () => {
    const { outcome, asked, heard } = await play({
      question: "Tell me where the company Universul Picturz was founded?",
      lines: [
        difficulty("The name looks misspelt.", ["Universul Picturz"], "problematic"),
        [
          "supervisor",
          {
            thought: "Ask.",
            question: {
              question: "Does Universul Picturz refer to Universal Pictures?",
              words: ["Universul Picturz"],
              kind: "problematic",
              options: ["Universal Pictures"],
            },
          },
        ],
        ...stepLines('Search for the company "Universal Pictures".', "GET /search/company", {
          query: "Universal Pictures",
        }),
        answers("New York"),
      ],
      says: [{ type: "answered", text: "yes", choice: 0 }],
    });
    expect(outcome).toMatchObject({ type: "answered", answer: { text: "New York" } });
    expect(asked[0]?.readings).toMatchObject([{ text: "Universal Pictures" }]);
    expect(heard[2]?.request.input).toContain(
      "Goal: Tell me where the company Universal Pictures was founded?",
    );
  });

  it("lets the person choose where several things fit, out of what the environment found", async () => {
    const { outcome, asked, last } = await play(
      {
        question: "Find films with Jennifer",
        lines: [
          ...stepLines('Search for a person named "Jennifer".', "GET /search/person", { query: "Jennifer" }),
          difficulty("Several people are called Jennifer.", ["Jennifer"], "several-meanings"),
          question("Which Jennifer do you mean?", ["Jennifer"], "several-meanings"),
          ...stepLines("List films with Jennifer Lawrence (7201).", "GET /person/{person_id}/movie_credits", {
            person_id: 7201,
          }),
          answers("Winter's Bone, Joy"),
        ],
        says: [{ type: "answered", text: "Jennifer Lawrence" }],
      },
      { environments: [filmApi({ readings: true })] },
    );
    expect(outcome).toMatchObject({ type: "answered", answer: { text: "Winter's Bone, Joy" } });
    expect(asked[0]?.readings.map(({ replacement }) => replacement)).toEqual([
      "Jennifer Lawrence",
      "Jennifer Connelly",
    ]);
    expect(last("planner")?.input).toContain("Goal: Find films with Jennifer Lawrence");
  });

  it("says that something is unsupported, instead of giving what merely resembles it", async () => {
    const { outcome, asked, roles } = await play({
      question: "Can you provide the Twitter handle of Natalie Portman?",
      lines: [
        ["planner", { thought: "Look.", step: "Get the Twitter handle of the person Natalie Portman." }],
        [
          "selector",
          { thought: "Nothing has handles.", none: "No operation returns handles of social networks." },
        ],
        ["supervisor", { thought: "True.", unanswerable: "The API holds no handles of social networks." }],
      ],
    });
    expect(outcome).toMatchObject({
      type: "unanswerable",
      reason: "The API holds no handles of social networks.",
    });
    expect(asked).toEqual([]);
    expect(roles).toEqual(["planner", "selector", "supervisor"]);
  });

  it("refutes the question for an id that was made up, and has it searched for", async () => {
    const { outcome, asked, heard } = await play({
      question: "How many seasons has Breaking Bad?",
      lines: [
        ["planner", { thought: "Get it.", step: "Get the details of the tv show Breaking Bad." }],
        ["selector", { thought: "By id.", operation: "GET /tv/{tv_id}", purpose: "to get its seasons" }],
        ["caller", { thought: "One.", arguments: { tv_id: "9999" }, extract: "number of seasons" }],
        [
          "caller",
          {
            thought: "The id is wrong.",
            difficulty: { problem: "Please give the valid id of Breaking Bad.", words: [], kind: "missing" },
          },
        ],
        question("Could you provide the valid id of Breaking Bad?", [], "missing"),
        [
          "caller",
          {
            thought: "I have none.",
            difficulty: { problem: "No result shows the id yet.", words: [], kind: "missing" },
          },
        ],
        nowReach('Search for the tv show "Breaking Bad", then count its seasons.'),
        ...stepLines('Search for the tv show "Breaking Bad".', "GET /search/tv", { query: "Breaking Bad" }),
        answers("5"),
      ],
    });
    expect(asked).toEqual([]);
    expect(outcome).toMatchObject({ type: "answered", answer: { text: "5" } });
    expect(heard[3]?.request.problems.join()).toContain("untraced-argument");
    expect(heard[5]?.request.input).toContain("Find the id with a tool");
    expect(heard[7]?.request.input).toContain("Not done: No result shows the id yet.");
  });
});
