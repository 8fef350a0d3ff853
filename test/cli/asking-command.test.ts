import { beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { cliIn } from "./cli-fixture.ts";
import { scriptedCli } from "./scripted-cli.ts";

const fuxi = cliIn(temporaryFolder());
const scripted = scriptedCli(fuxi);

const QUESTION = "Who directed Homecoming?";
const FIRST = "The Little Teacher: Homecoming";
const SECOND = "The Letter of the Dream: Homecoming";
const ask = (...more: string[]) => fuxi("ask", "sample:cinema", QUESTION, ...more);
const askedToken = async (): Promise<string> =>
  (JSON.parse((await ask("--json", "--quiet")).out) as { token: string }).token;

beforeAll(async () => {
  await fuxi("index", "sample:cinema");
}, 120_000);

describe("a question back", () => {
  it("ends the run with exit code 4, its choices numbered, and the command that answers", async () => {
    const { code, out, err } = await ask();
    expect(code).toBe(4);
    expect(out).toContain('What is meant by "Homecoming"?\n  1. ');
    expect(out).toMatch(new RegExp(`^ {2}[12]\\. .*${FIRST}`, "mu"));
    expect(out).toMatch(/Answer with: fuxi resume \S+ --answer 1 \(the number of a choice/u);
    expect(out).toContain("--remember");
    // Said once: the outcome has it.
    expect(err).not.toContain("What is meant");
  });

  it("is in the JSON with its readings and a token", async () => {
    const { code, out } = await ask("--json");
    expect(code).toBe(4);
    expect(JSON.parse(out)).toMatchObject({
      outcome: "needs-clarification",
      clarification: {
        question: 'What is meant by "Homecoming"?',
        words: ["Homecoming"],
        kind: "several-meanings",
        readings: [{ environment: "cinema", text: expect.any(String) }, { environment: "cinema" }],
      },
      token: expect.any(String),
    });
  });

  it("is answered by the number of a choice", async () => {
    const { code, out, err } = await fuxi("resume", await askedToken(), "--answer", "2");
    expect(code).toBe(0);
    expect(out).toContain(SECOND);
    expect(err).toContain(`you: ${SECOND}`);
  });

  it("can be declined: the run ends with the reason, and the question is not put again", async () => {
    const token = await askedToken();
    const { code, err } = await fuxi("resume", token, "--decline");
    expect(code).toBe(3);
    expect(err).not.toMatch(/^\?/mu);
    expect((await fuxi("resume", token, "--answer", "1")).code).not.toBe(0);
  });

  it("is not answered and declined at once", async () => {
    const { code, err } = await fuxi("resume", await askedToken(), "--decline", "--answer", "1");
    expect(code).toBe(2);
    expect(err).toContain("exclude each other");
  });

  it("is answered in words", async () => {
    const { code, out } = await fuxi("resume", await askedToken(), "--answer", FIRST, "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ evidence: { sql: expect.stringContaining(FIRST) } });
  });

  it.each([
    ["9", "Name one from 1 to 2"],
    ["0", "Name one from 1 to 2"],
    ["  ", "empty"],
  ])("cannot be answered by %j, and waits on", async (answer, advice) => {
    const token = await askedToken();
    const { code, err } = await fuxi("resume", token, "--answer", answer);
    expect([code, err]).toEqual([2, expect.stringContaining(advice)]);
    expect((await fuxi("resume", token, "--answer", "1")).code).toBe(0);
  });

  it("is put again by resuming without an answer", async () => {
    const { code, out } = await fuxi("resume", await askedToken());
    expect([code, out]).toEqual([4, expect.stringContaining("What is meant by")]);
  });

  it("cannot be answered twice", async () => {
    const token = await askedToken();
    await fuxi("resume", token, "--answer", "1");
    const { code, err } = await fuxi("resume", token, "--answer", "2");
    expect([code, err]).toEqual([1, expect.stringContaining("answered")]);
  });

  it("is never put with --without questions", async () => {
    const { code } = await ask("--without", "questions");
    expect(code).not.toBe(4);
  });

  it("is not put where no answer to it would help: the rules say what they answer", async () => {
    const { code, out } = await fuxi("ask", "sample:cinema", "Who ate Homecoming?");
    expect(code).toBe(3);
    expect(out).toContain('Try: "Which cities have region');
    expect((await fuxi("ask", "sample:cinema", "Average of screen by film?")).out).toMatch(/ screens[ ?]/u);
  });

  it("stands in the run as it is shown, with its answer", async () => {
    const token = await askedToken();
    expect((await fuxi("runs", "show", token)).out).toContain("--answer 1");
    await fuxi("resume", token, "--answer", "1");
    const { out } = await fuxi("runs", "show", token);
    expect(out).toMatch(/\? What is meant by "Homecoming"\?\n {2}you: film/u);
  });
});

describe("an answer that is remembered", () => {
  it("needs an answer", async () => {
    const { code, err } = await fuxi("resume", await askedToken(), "--remember");
    expect([code, err]).toEqual([2, expect.stringContaining("--answer")]);
  });

  it("is used by the next question, until it is forgotten", async () => {
    await fuxi("resume", await askedToken(), "--answer", "2", "--remember");
    const listed = await fuxi("glossary", "list", "sample:cinema");
    expect(listed.out).toContain(`"Homecoming" means: ${SECOND}`);
    const { code, out } = await ask();
    expect([code, out]).toEqual([0, expect.stringContaining(SECOND)]);
    expect((await fuxi("glossary", "forget", "sample:cinema", "homecoming")).code).toBe(0);
    expect((await ask()).code).toBe(4);
  });

  it("can be written by hand, and read as JSON", async () => {
    await fuxi("glossary", "add", "sample:cinema", "Homecoming", FIRST);
    const { out } = await fuxi("glossary", "list", "sample:cinema", "--json");
    expect(JSON.parse(out)).toMatchObject([{ words: "Homecoming", meaning: FIRST, environment: "cinema" }]);
    expect((await ask()).code).toBe(0);
    await fuxi("glossary", "forget", "sample:cinema", "Homecoming");
  });

  it.each([
    ["a target that is missing", ["list"], 2, "target"],
    ["words that mean nothing", ["add", "sample:cinema", "x", " "], 2, "meaning"],
    ["a file that does not exist", ["add", "./none.sqlite", "x", "y"], 1, "no file"],
    ["words that nobody has kept", ["forget", "sample:cinema", "zebra"], 2, "glossary list sample:cinema"],
    ["a command that there is not", ["lst", "sample:cinema"], 2, "list"],
  ])("is told of %s", async (_, words, code, advice) => {
    const result = await fuxi("glossary", ...words);
    expect([result.code, result.err]).toEqual([code, expect.stringContaining(advice)]);
  });
});

describe("a follow-up", () => {
  it("says what it follows up on, and has what the person said", async () => {
    const token = await askedToken();
    await fuxi("resume", token, "--answer", "2");
    const { err } = await scripted.run(
      [{ calls: [{ name: "give_up", arguments: { reason: "Enough." } }] }],
      ...["ask", "sample:cinema", "And who wrote it?", "--continue"],
    );
    expect(err).toContain(`following up on: ${QUESTION}`);
    const sent = JSON.stringify(scripted.requests()[0]?.body);
    expect(sent).toContain(QUESTION);
    expect(sent).toContain(SECOND);
  });

  it("cannot follow a run that has no answer", async () => {
    const { code, err } = await fuxi(
      ...["ask", "sample:cinema", "And who wrote it?", "--continue-from", await askedToken()],
    );
    expect([code, err]).toEqual([2, expect.stringContaining("no answer to follow up on")]);
  });

  it("cannot follow a run that there is not", async () => {
    const { code, err } = await fuxi("ask", "sample:cinema", "And who?", "--continue-from", "nothing");
    expect([code, err]).toEqual([1, expect.stringContaining("nothing")]);
  });
});
