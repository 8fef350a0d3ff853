import { describe, expect, it } from "vitest";
import type { Workspace } from "../../../../src/environment/workspace.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import type { Json } from "../../../../src/util/json.ts";
import { loopbackServer, sendJson } from "../../http/loopback-server.ts";
import { apiPaths } from "../api-paths.ts";
import { serverEnvironment } from "../server-environment.ts";

type Calls = readonly (readonly [string, Json])[];

/** What else an answer could mean after these calls, each with its response. */
async function readingsAfter(question: string, calls: Calls, answer: string) {
  const bodies = new Map(calls);
  const server = await loopbackServer(({ url = "" }, response) =>
    sendJson(response, bodies.get(url) ?? null),
  );
  const { environment, call } = await serverEnvironment(
    server.url,
    apiPaths(Object.fromEntries(calls.map(([path]) => [`GET ${path.split("?")[0]}`, {}]))),
  );
  const context = testContext();
  let workspace: Workspace = await environment.openWorkspace({ question }, context);
  for (const [path] of calls) {
    const called = await call(`GET ${path}`, {}, { workspace });
    if (called.failure) throw new TypeError(called.failure.message);
    workspace = called.workspace;
  }
  const { evidence } = await environment.conclude(workspace, { text: answer }, context);
  return (evidence?.hangsOn ?? []).map(({ kind, text }) => ({ kind, text }));
}

const films = (...items: readonly (readonly [number, string, string])[]) => ({
  results: items.map(([id, title, release_date]) => ({ id, title, release_date })),
  total_results: items.length,
});
const HERONS = films(
  [41, "Hollow Heron", "1999-02-01"],
  [77, "Hollow Heron", "2011-05-09"],
  [80, "Heron", "2001-01-01"],
);

describe("things of one name", () => {
  const question = "How long is Hollow Heron?";
  const details = { id: 41, runtime: 97 };

  it("are told, if one of them was looked up", async () => {
    expect(
      await readingsAfter(
        question,
        [
          ["/films", HERONS],
          ["/films/41", details],
        ],
        "97 minutes",
      ),
    ).toEqual([
      {
        kind: "same-name",
        text: 'another "Hollow Heron" (id 77, release_date 2011-05-09) instead of the one taken (id 41, release_date 1999-02-01)',
      },
    ]);
  });

  it.each<readonly [string, Calls]>([
    [
      "if all of them were",
      [
        ["/films", HERONS],
        ["/films/41", details],
        ["/films/77", details],
      ],
    ],
    [
      "if the one looked up is alone in its name",
      [
        ["/films", HERONS],
        ["/films/80", details],
      ],
    ],
    ["if none was", [["/films", HERONS]]],
  ])("are not told %s", async (_, calls) => {
    expect(await readingsAfter(question, calls, "97 minutes")).toEqual([]);
  });
});

describe("a count of a list that was cut by its page", () => {
  const page = (total: number) => ({
    page: 1,
    total_pages: 4,
    total_results: total,
    results: [{ id: 1 }, { id: 2 }],
  });
  const asked = "How many films are there?";

  it("is told with what the response says of all", async () => {
    expect(await readingsAfter(asked, [["/films", page(8)]], "There are 2 films.")).toEqual([
      { kind: "page", text: "all items, of which total_results says 8, instead of the 2 that were fetched" },
    ]);
  });

  it("is not told of a question for no count", async () => {
    expect(await readingsAfter("The 2 best films?", [["/films", page(8)]], "The 2 are A and B.")).toEqual([]);
  });

  it.each(["There are 8 films.", "The film of 2021.", "Those 2 of 8."])(
    "is not told with: %s",
    async (answer) => {
      expect(await readingsAfter(asked, [["/films", page(8)]], answer)).toEqual([]);
    },
  );
});

describe("another member of the record", () => {
  const show = {
    id: 5,
    release_date: "2004-03-01",
    first_air_date: "2005-09-12",
    vote_count: 620,
    vote_average: 61.5,
    box_office: 1200,
    main_office: null,
  };
  const readings = (question: string, answer: string) =>
    readingsAfter(question, [["/shows/5", show]], answer);

  it("is told, if its name ends alike and the question's words fit neither or both", async () => {
    expect(await readings("When did it come out?", "On 2004-03-01.")).toEqual([
      { kind: "member", text: "first_air_date: 2005-09-12 instead of release_date: 2004-03-01" },
    ]);
    expect(await readings("What is its date?", "2005-09-12")).toMatchObject([{ kind: "member" }]);
  });

  it.each([
    ["What is its release date?", "2004-03-01"],
    ["When did it come out?", "On 2004-03-01, and on the air on 2005-09-12."],
    ["How many votes has it?", "620"],
    ["What did it make at the box office?", "1,200"],
  ])("is not told for %j and %j", async (question, answer) => {
    expect(await readings(question, answer)).toEqual([]);
  });
});
