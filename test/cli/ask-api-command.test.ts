import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CinemaApi, startCinemaApi } from "../../src/samples/cinema/api/create-cinema-app.ts";
import type { ServerTurn } from "../../src/testing/scripted-openai-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { cliIn } from "./cli-fixture.ts";
import { scriptedCli } from "./scripted-cli.ts";
import { says, stepTurns } from "./team-turns.ts";

const folder = temporaryFolder();
const secrets = temporaryFolder();
const fuxi = cliIn(folder);
const scripted = scriptedCli(fuxi);

let api: CinemaApi;
beforeAll(async () => {
  api = await startCinemaApi();
});
afterAll(() => api.close());

const QUESTION = "Who directed The Midnight Watchmaker?";
const findFilm = stepTurns(
  'Search for the film "The Midnight Watchmaker".',
  "GET /search/films",
  { query: "The Midnight Watchmaker" },
  "results.{'id': id, 'title': title}",
);
const done = (answer: string): ServerTurn => says({ thought: "Reached.", answer });
const makeList = [
  says({ thought: "One step.", step: "Create a list of films named Best." }),
  says({ thought: "There.", operation: "POST /lists", purpose: "to make the list" }),
  says({ thought: "So.", arguments: { name: "Best" }, extract: "its name" }),
];
const listMade = [says({ thought: "So.", expression: "name" }), done("The list Best was made.")];
const lists = () => api.requests()["createList"] ?? 0;

describe("fuxi ask on an API with a team", () => {
  it("answers with the calls that the answer rests on, and a trace that names the roles", async () => {
    const { code, out, err } = await scripted.run(
      [...findFilm, done("See the list.")],
      ...["ask", "sample:cinema-api", QUESTION, "--strategy", "api-team"],
    );
    expect([code, out]).toEqual([0, expect.stringContaining("See the list.")]);
    expect(out).toContain('r1 = GET /search/films {"query":"The Midnight Watchmaker"} (200)');
    expect(out).toMatch(/^e1 = r1: results\.\{'id': id, 'title': title\} → .*The Midnight Watchmaker/mu);
    expect(err).toContain('planner: Search for the film "The Midnight Watchmaker".');
    expect(err).toContain("selector: GET /search/films");
    expect(err).toContain("planner: answers: See the list.");
    expect(err.split("\n").length).toBeLessThan(60);
  });

  it("leaves out what --without names", async () => {
    const { code, out } = await scripted.run(
      [...findFilm, says({ thought: "Done.", answer: "Without a supervisor." })],
      ...["ask", "sample:cinema-api", QUESTION, "--strategy", "api-team"],
      ...["--without", "supervisor", "--without", "questions"],
    );
    expect([code, out]).toEqual([0, expect.stringContaining("Without a supervisor.")]);
    expect(JSON.stringify(scripted.requests())).not.toContain("difficulty");
  });
});

describe("leave for what changes something", () => {
  const ask = ["ask", "sample:cinema-api", "Make a list Best", "--strategy", "api-team"];

  it("is asked for by ending the run, and given in another process", async () => {
    const asked = await scripted.run(makeList, ...ask);
    expect(asked.code).toBe(4);
    expect(asked.out).toMatch(
      /POST \/lists in cinema-api \(POST http:\/\/127\.0\.0\.1:\d+\/lists\), with name = "Best"\. May it be done\?/u,
    );
    const [, token = ""] = /Allow it with: +fuxi resume (\S+) --answer yes/u.exec(asked.out) ?? [];
    const allowed = await scripted.run(listMade, "resume", token, "--answer", "yes");
    expect([allowed.code, allowed.out]).toEqual([0, expect.stringContaining("The list Best was made.")]);
    expect(allowed.out).toContain('r1 = POST /lists {"body":{"name":"Best"}} (201)');
    expect(allowed.err).toContain("you: yes");
  });

  it("is refused by any other answer, and nothing is sent", async () => {
    const target = ["ask", api.documentUrl, "Make a list Best", "--strategy", "api-team", "--json"];
    const before = lists();
    const { token } = JSON.parse((await scripted.run(makeList, ...target)).out) as { token: string };
    const refused = await scripted.run(
      [says({ thought: "Not allowed.", unanswerable: "You did not allow it." })],
      ...["resume", token, "--answer", "not now", "--remember"],
    );
    expect([refused.code, refused.out]).toEqual([3, expect.stringContaining("You did not allow it.")]);
    expect(refused.err).toContain("Nothing to remember");
    expect(lists()).toBe(before);
  });

  it("is not asked for with --allow", async () => {
    const { code, out } = await scripted.run([...makeList, ...listMade], ...ask, "--allow", "POST /lists");
    expect([code, out]).toEqual([0, expect.stringContaining("The list Best was made.")]);
  });

  it("is not needed with --dry-run, which sends nothing", async () => {
    const before = api.requests();
    const { code, out } = await fuxi(
      ...["call", api.documentUrl, "call_operation", "operation=POST /lists"],
      ...['arguments={"name": "Best"}', "--dry-run"],
    );
    expect(code).toBe(0);
    expect(out).toContain(`POST ${api.url}/lists\n{"name":"Best"}`);
    expect(out).toContain("nothing was sent");
    expect(api.requests()).toEqual(before);
  });

  it("is the typing person's to give where a tool is used by hand", async () => {
    const words = ["call", "sample:cinema-api", "call_operation", "operation=createList"];
    const { code, err } = await fuxi(...words, 'arguments={"name": "Best"}');
    expect(code).toBe(1);
    expect(err).toContain("permission-needed");
    expect(err).toContain('--allow "POST /lists"');
  });

  it("cannot be given for what --deny takes away", async () => {
    const { code, err } = await fuxi(
      ...["call", "sample:cinema-api", "describe_operation", "operation=POST /lists"],
      ...["--deny", "POST /lists"],
    );
    expect(code).toBe(1);
    expect(err).toContain("unknown-operation");
  });

  it("is not needed for what --read-only names", async () => {
    const described = (...more: string[]) =>
      fuxi("call", api.documentUrl, "describe_operation", "operation=queryFilms", ...more);
    expect((await described()).out).toContain("It changes something");
    expect((await described("--read-only", "queryFilms")).out).not.toContain("It changes something");
  });
});

/** Everything that the command line has written. */
function written(): string {
  const data = join(folder, "data");
  return readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("");
}

describe("credentials of an API", () => {
  const profile = [
    ...stepTurns("Get my profile.", "GET /my/profile", {}, "name"),
    done("Your profile was read."),
  ];
  const ask = () => ["ask", api.documentUrl, "What is my name?", "--strategy", "api-team"];

  it("come from an environment variable named after the scheme, and are nowhere to be seen afterwards", async () => {
    const env = { FUXI_API_READERTOKEN: `Bearer ${api.token}` };
    const { code, out, err } = await scripted.with(env).run(profile, ...ask(), "--json");
    expect([code, err]).toEqual([0, expect.stringContaining("→ call_operation")]);
    const sent = JSON.stringify(scripted.requests());
    expect(written()).toContain("What is my name?");
    for (const place of [out, err, sent, written()]) expect(place).not.toContain(api.token);
  });

  it("given as a header are sent to the API alone, kept by nothing, and warned of", async () => {
    const { code, out, err } = await scripted.run(
      profile,
      ...[...ask(), "--header", `Authorization: Bearer ${api.token}`],
    );
    expect([code, out]).toEqual([0, expect.stringContaining("Your profile was read.")]);
    const sent = JSON.stringify(scripted.requests());
    expect(sent).toContain("/my/profile");
    expect(err.match(/holds a secret/gu)).toHaveLength(1);
    for (const place of [out, err, sent, written()]) expect(place).not.toContain(api.token);
  });

  it("given in a file, or by a variable in a header, are sent as well, and nobody is warned", async () => {
    const path = join(secrets, "headers");
    writeFileSync(path, `Authorization: Bearer ${api.token}\n`, { mode: 0o600 });
    for (const [env, ...options] of [
      [{}, "--header-file", path],
      [{ READER: api.token }, "--header", "Authorization: Bearer $" + "{READER}"],
    ] as const) {
      const { code, out, err } = await scripted.with(env).run(profile, ...ask(), ...options);
      expect([code, out]).toEqual([0, expect.stringContaining("Your profile was read.")]);
      expect(err).not.toContain("holds a secret");
      const sent = JSON.stringify(scripted.requests());
      for (const place of [out, err, sent, written()]) expect(place).not.toContain(api.token);
    }
  });

  it("that are wrong are told without being repeated", async () => {
    const { code, err } = await fuxi.with({ FUXI_API_READERTOKEN: "s3cret-of-mine" })(
      ...["call", api.documentUrl, "call_operation", "operation=GET /my/profile"],
    );
    expect(code).toBe(1);
    expect(err).toContain("401");
    expect(err).not.toContain("s3cret-of-mine");
  });

  it("that are missing are told with the scheme's name", async () => {
    const { err } = await fuxi("call", api.documentUrl, "call_operation", "operation=GET /my/profile");
    expect(err).toContain("readerToken");
  });

  it("in the URL of a document are not stored with the run", async () => {
    const url = api.documentUrl.replace("http://", "openapi:http://ann:hunter2@");
    const { out } = await scripted.run(
      [...findFilm, done("Found.")],
      ...["ask", `${url}?api_key=hunter3`, QUESTION, "--strategy", "api-team", "--json"],
      ...["--server", `${api.url.replace("http://", "http://ann:hunter4@")}`],
    );
    expect(JSON.parse(out)).toMatchObject({ outcome: "answered" });
    expect(written()).not.toMatch(/hunter[234]/u);
    expect(out + JSON.stringify(scripted.requests())).not.toMatch(/hunter[234]/u);
  });
});
