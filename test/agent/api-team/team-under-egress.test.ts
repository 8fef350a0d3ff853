import { afterEach, expect, it } from "vitest";
import { withEgress } from "../../../src/environment/egress/with-egress.ts";
import { memoryArtifactStore } from "../../../src/store/artifacts.ts";
import { cinemaApiEnvironment } from "../../environments/rest-api/cinema-api-environment.ts";
import { type Line, play, stepLines } from "./team-fixture.ts";

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

/** A run over the sample API whose values are withheld. */
async function playWithheld(lines: readonly Line[], level: "schema" | "masked" = "schema") {
  const raw = await cinemaApiEnvironment();
  opened.push(() => raw.close());
  const scene = { question: "Which cinemas are there?", lines };
  return await play(scene, { environments: [withEgress(raw, level)], artifacts: memoryArtifactStore() });
}

const listed = (expression: string) => stepLines("List the cinemas.", "GET /cinemas", {}, expression);
const answer = (text: string): Line => ["planner", { thought: "Done.", answer: text }];

it("an answer that holds the mark of a withheld value is handed back, with how to name one", async () => {
  const { outcome, last } = await playWithheld([
    ...listed("results[0].name"),
    answer("It is •."),
    answer("It is {e1}."),
  ]);
  expect(last("planner")?.problems.join()).toContain("Name values in braces, such as {e1}");
  expect(outcome).toMatchObject({
    type: "answered",
    answer: { text: expect.stringMatching(/^It is [A-Z][^•]+\.$/u) },
  });
});

it("an answer that names what there is not is handed back, and the parser is told of no sample", async () => {
  const { outcome, heard } = await playWithheld(
    [...listed("results.name"), answer("{e3}"), answer("e1")],
    "masked",
  );
  expect(heard.at(-1)?.request.problems.join()).toContain('There is no response "e3". There are: r1, e1.');
  expect(outcome).toMatchObject({
    type: "answered",
    answer: { value: expect.arrayContaining(["Lanterna Liffey"]) },
  });
});

it("a response that a program finds nothing in is told by its form, and no sample of it is read", async () => {
  const { roles, last } = await playWithheld([
    ...listed("results.title"),
    answer("There is nothing of the kind."),
  ]);
  expect(roles).toEqual(["planner", "selector", "caller", "parser", "planner"]);
  expect(last("planner")?.input).toContain("Nothing that was wanted is in r1. Its form: {");
});

it("a response that no program can be run over ends its step, and no sample of it is read", async () => {
  const wrong = ["(", "((", "((("].map((expression): Line => ["parser", { thought: "So.", expression }]);
  const { last } = await playWithheld([
    ...listed("[").slice(0, 3),
    ...wrong,
    answer("The cinemas cannot be read."),
  ]);
  expect(last("planner")?.input).toContain("Not done: no extraction could be run over the response");
});
