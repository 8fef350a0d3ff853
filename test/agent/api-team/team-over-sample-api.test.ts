import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { cinemaApiEnvironment } from "../../environments/rest-api/cinema-api-environment.ts";
import { sqliteArtifactStore } from "../../support/stores.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { type Line, play, type Scene, stepLines } from "./team-fixture.ts";

const folder = temporaryFolder();
const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

/** A run over the sample API: real documents, requests, extractions and artifacts. */
async function playOverApi(scene: Scene) {
  const api = await cinemaApiEnvironment();
  const artifacts = sqliteArtifactStore(join(folder, `${scene.question.length}.store`));
  opened.push(
    () => api.close(),
    () => artifacts.close(),
  );
  return await play(scene, { environments: [api], artifacts });
}

const answer = (text: string): Line => ["planner", { thought: "Done.", answer: text }];

it("a team reads from the sample API what a search finds, by the form of the response alone", async () => {
  const { outcome, heard } = await playOverApi({
    question: "Which films are called The something?",
    lines: [
      ...stepLines("Search films by title.", "GET /search/films", { query: "The" }, "results[0].{'id': id}"),
      answer("See the list."),
    ],
  });
  expect(heard[1]?.request.input).toContain("GET /search/films: Search films by title");
  expect(heard[2]?.request.input).toContain("query* (query)");
  expect(heard[3]?.request.input).toMatch(/results: \[\d+ of \{/u);
  expect(heard[4]?.request.input).toMatch(/→ e1 = [\s\S]*\d{3}/u);
  expect(outcome).toMatchObject({
    type: "answered",
    evidence: [{ environment: "api", calls: [{ name: "r1", operation: "GET /search/films" }] }],
  });
});

it("a team mends its arguments, asks for leave and then creates something once", async () => {
  const { outcome, asked, heard, events } = await playOverApi({
    question: "Make a list Best",
    lines: [
      ["planner", { thought: "One step.", step: "Create a list of films named Best." }],
      ["selector", { thought: "By its other name.", operation: "createList", purpose: "to make the list" }],
      ["caller", { thought: "So.", arguments: { nme: "Best" }, extract: "the name" }],
      ["caller", { thought: "Mistyped.", arguments: { name: "Best" }, extract: "the name" }],
      ["parser", { thought: "So.", expression: "name" }],
      answer("The list Best was made."),
    ],
    says: ["yes"],
  });
  expect(heard[3]?.request.problems.join()).toContain("try: name instead of nme");
  expect(asked).toMatchObject([{ permission: { environment: "api", operation: "POST /lists" } }]);
  const made = events.filter(
    (event) => event.type === "action-observed" && "status" in event.observation.data,
  );
  expect(made).toHaveLength(1);
  expect(outcome).toMatchObject({
    type: "answered",
    evidence: [{ calls: [{ operation: "POST /lists", status: 201 }], preview: [{ value: '"Best"' }] }],
  });
});

it("a team makes up no id that the sample API would answer", async () => {
  const { heard, outcome } = await playOverApi({
    question: "Who directed it?",
    lines: [
      ...stepLines("Get the credits of the film.", "GET /films/{film_id}/credits", { film_id: 11693 }).slice(
        0,
        3,
      ),
      [
        "caller",
        { thought: "?", difficulty: { problem: "Which film is meant?", words: ["it"], kind: "missing" } },
      ],
      ["supervisor", { thought: "Over.", unanswerable: "No film is named." }],
    ],
  });
  expect(heard[3]?.request.problems.join()).toContain("untraced-argument");
  expect(outcome).toMatchObject({ type: "unanswerable", reason: "No film is named.", words: ["it"] });
});

const noneFits: Line = ["selector", { thought: "None.", none: "Nothing listed reads profiles." }];

it("a team chooses among the operations that its step names, whatever else the step's words find", async () => {
  const { heard } = await playOverApi({
    question: "Which account is this?",
    lines: [
      [
        "planner",
        { thought: "So.", step: "List the screenings by GET /people/popular and GET /films/{id}/releases." },
      ],
      noneFits,
      ["supervisor", { thought: "Over.", unanswerable: "No." }],
    ],
  });
  expect(heard[1]?.request.input).toMatch(
    /may do it:\n<data>\nGET \/people\/popular: .*\nGET \/films\/\{film_id\}\/releases: /u,
  );
});

it("a team chooses among the operations that its supervisor names, too", async () => {
  const { heard, events } = await playOverApi({
    question: "Who am I to the cinemas?",
    lines: [
      ["planner", { thought: "So.", step: "List the screenings of a cinema on a day." }],
      noneFits,
      [
        "supervisor",
        { thought: "It does.", refutation: "Take GET /my/profile, which says who the caller is." },
      ],
      noneFits,
      ["supervisor", { thought: "Over.", unanswerable: "No." }],
    ],
  });
  expect(heard[1]?.request.input).not.toContain("GET /my/profile");
  expect(heard[3]?.request.input).toContain("GET /my/profile: Who the caller is");
  expect(heard[3]?.request.input).toContain("GET /cinemas/{cinema_id}/screenings");
  const sought = events.filter((event) => event.type === "action-observed");
  expect(sought).toHaveLength(2);
});

it("a planner reads which pages are left, and nothing of how more are fetched", async () => {
  const { last } = await playOverApi({
    question: "Which is the most popular film to come?",
    lines: [
      ...stepLines("List the films to come.", "GET /films/upcoming", {}, "results[0].title"),
      answer("The first."),
    ],
  });
  expect(last("planner")?.input).toMatch(/page 1 of \d+, .* items at results\.\n/u);
  expect(last("planner")?.input).not.toMatch(/Call it again|"pages"/u);
});
