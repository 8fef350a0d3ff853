import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pc from "picocolors";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runCli } from "../../src/cli/run-cli.ts";
import type { Report } from "../../src/evaluation/report/report.ts";
import longFormAnswers from "../../src/samples/cinema/long-form-answers.json" with { type: "json" };
import {
  type ScriptedOpenAiServer,
  type ServerTurn,
  startScriptedOpenAiServer,
} from "../../src/testing/scripted-openai-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { cliIn } from "./cli-fixture.ts";

const folder = temporaryFolder();
const fuxi = cliIn(folder);

/** A bundled question with a reference: until somebody has written one, there is none. */
const [longForm] = longFormAnswers as readonly { readonly id: string }[];

const DATABASE = ["fuxi-cinema", "--split", "database"];
const ONE_ROUND = ["--strategy", "api-docs-prompt"];

/** Times, the name that is drawn for the trajectory of an answer, and how many are answered at once. */
const OF_THE_CALL = ["milliseconds", "startedAt", "run", "concurrency"];

let server: ScriptedOpenAiServer;
let onRequest: () => void = () => {};
let reply: ServerTurn = { text: "" };
let before = 0;
const asked = (): number => server.requests.length - before;

beforeAll(async () => {
  server = await startScriptedOpenAiServer(() => {
    onRequest();
    return reply;
  });
});
afterAll(() => server.close());
beforeEach(() => {
  before = server.requests.length;
  onRequest = () => {};
  reply = {
    text: "```sql\nSELECT count(*) FROM film\n```",
    usage: { inputTokens: 1000, outputTokens: 10 },
  };
});

const model = () => ["--model-url", server.url, "--model", "scripted"];

async function reportOf(...words: readonly string[]): Promise<Report> {
  const { code, out, err } = await fuxi("eval", ...words, "--json");
  expect(err).not.toContain("fuxi:");
  expect(code).toBe(0);
  return JSON.parse(out) as Report;
}

describe("fuxi eval", () => {
  it("lists the benchmarks with their scores", async () => {
    const { code, out } = await fuxi("eval", "list");
    expect(code).toBe(0);
    for (const name of ["bird", "spider", "kbqa-agent", "metaqa", "pathquestion", "restbench", "itool"])
      expect(out).toMatch(new RegExp(`^${name}  `, "mu"));
    expect(out).toContain("scores  EX, VA");
  });

  it("runs the oracle over bundled questions, which it answers rightly", async () => {
    const { code, out, err } = await fuxi("eval", ...DATABASE, "--policy", "oracle", "--sample", "5");
    expect(out).toMatch(/^Success +100\.0 %/mu);
    expect(out).toMatch(/^fuxi-cinema, split database, decided by oracle$/mu);
    expect(out).toContain("nothing about a model");
    expect(out).toContain("no figure here compares with a published one");
    expect(err).toContain("5 of 5");
    expect(code).toBe(0);
  });

  it("keeps a run apart from those of a person, reports it again, and forgets it", async () => {
    const run = ["--policy", "built-in", "--sample", "4", "--run", "kept"];
    const first = await reportOf("fuxi-cinema", ...run);
    expect(first.items).toEqual({ planned: 4, finished: 4 });
    expect((await fuxi("eval", "runs")).out).toMatch(/^kept +fuxi-cinema .* 4 of 4 .*react \(built-in\)/mu);
    expect((await fuxi("runs", "list")).out).toBe("");

    const reports = join(folder, "reports");
    const { err } = await fuxi("eval", "report", "kept", "--out", reports);
    for (const form of ["html", "md", "json"]) {
      expect(err).toContain(join(reports, `report.${form}`));
      expect(existsSync(join(reports, `report.${form}`))).toBe(true);
    }
    expect(await reportOf("report", "kept")).toEqual(first);
    expect(JSON.parse(readFileSync(join(reports, "report.json"), "utf8"))).toMatchObject({ id: "kept" });

    expect((await fuxi("eval", "delete", "kept")).err).toContain("Deleted 1 evaluation.");
    expect(await fuxi("eval", "report", "kept")).toMatchObject({ code: 1 });
  });

  it("makes a report again with the same digits in every form, and the run again with the same but for times", async () => {
    const words = [...DATABASE, "--policy", "built-in", "--sample", "3", "--run", "again"];
    const reports = join(folder, "again");
    const write = async () => {
      await fuxi("eval", "report", "again", "--out", reports);
      return Object.fromEntries(
        readdirSync(reports).map((name) => [name, readFileSync(join(reports, name), "utf8")]),
      );
    };
    expect(await reportOf(...words)).toMatchObject({ items: { finished: 3 } });
    const first = await write();
    expect(Object.keys(first)).toEqual(["report.html", "report.json", "report.md"]);
    rmSync(reports, { recursive: true });
    expect(await write()).toEqual(first);

    await fuxi("eval", "delete", "again");
    // How many are answered beside each other says how long it takes, and nothing else.
    await reportOf(...words, "--concurrency", "1");
    const second = await write();
    const figures = (report = "{}"): unknown =>
      JSON.parse(report, (name, value) => (OF_THE_CALL.includes(name) ? undefined : value));
    expect(figures(second["report.json"])).toEqual(figures(first["report.json"]));
    expect(figures(second["report.json"])).toMatchObject({ records: [{}, {}, {}] });
  });

  it.skipIf(longForm === undefined)("asks the bundled long-form questions of the sample", async () => {
    const strategies = ["--strategy", "sequential,iterative,no-interaction,guessing,react"];
    const only = ["--only", longForm?.id ?? "", "--concurrency", "1"];
    reply = {
      text: '{"thought": "A guess.", "title": "A guess", "summary": "It rose by 12.", "findings": []}',
    };
    const { configurations, leftOut } = await reportOf("dbqa", ...only, ...strategies, ...model());
    const ended = configurations.map(({ configuration: { id }, outcomes }) => [id, Object.keys(outcomes)[0]]);
    expect(Object.fromEntries(ended)).toEqual({
      sequential: "stopped",
      iterative: "stopped",
      // The sample is larger than a prompt.
      "no-interaction": "unanswerable",
      guessing: "answered",
      react: "stopped",
    });
    expect(leftOut.join()).toContain("--judge-model");
  });

  it.each([
    [["brid", "--policy", "oracle"], "Did you mean bird?"],
    [["fuxi-cinema", "--policy", "oracle", "--strategy", "raect"], "Did you mean react?"],
    [["fuxi-cinema", "--policy", "oracle", "--split", "databse"], "Give one of database"],
    [["bird", "--policy", "oracle"], "--data <folder>"],
    [[...DATABASE, "--policy", "built-in", "--without-tool", "form"], "no tool"],
    [[...DATABASE, "--policy", "built-in", "--only", "nothing"], "No task has the id nothing."],
    [["--run", "nobody"], "There is no evaluation nobody"],
    [["--policy", "oracle"], "No benchmark was named."],
    [["fuxi-cinema", "--policy", "oracle", "--model", "x"], "Leave out either --policy, or --model"],
    [["table", "middleware-9"], "There is no table"],
    [["itool", "--policy", "built-in"], "The built-in rules read databases and knowledge bases"],
  ])("says what is wrong with %j, and begins nothing", async (words, said) => {
    const alone = cliIn(join(folder, "alone"), { FUXI_CACHE_DIR: join(folder, "cache") });
    const { code, err } = await alone("eval", ...words);
    expect(err).toContain(said);
    expect(code).toBe(2);
    expect((await alone("eval", "runs", "--json")).out).toBe("[]\n");
  });

  it("tells the options of a run beside a benchmark, and its commands where there is none", async () => {
    const ofRun = await fuxi("eval", "dbqa", "--help");
    expect(ofRun.out).toContain("--judge-model <name>");
    expect(ofRun.out).toContain((await fuxi("eval", "run", "--help")).out.trimEnd());
    const ofAll = await fuxi("eval", "--help");
    expect(ofAll.out).toContain("judges [options] <run>");
    expect(ofAll.out).not.toContain("--judge-model");
    expect([ofRun.code, ofAll.code]).toEqual([0, 0]);
  });

  it("says that a model is wanted where nobody decides", async () => {
    const { code, err } = await fuxi("eval", "fuxi-cinema");
    expect(err).toContain("--policy built-in");
    expect(err).toContain("--policy oracle");
    expect(code).toBe(1);
  });
});

describe("fuxi eval with a model", () => {
  it("makes a configuration of each value of a sweep, which can be compared", async () => {
    const words = ["--sample", "2", "--sample-rows", "0,1", "--run", "swept"];
    const report = await reportOf(...DATABASE, ...ONE_ROUND, ...model(), ...words);
    const ids = report.configurations.map(({ configuration }) => configuration.id);
    expect(ids).toEqual(["api-docs-prompt rows=0", "api-docs-prompt rows=1"]);
    expect(report.configurations[0]?.measures["va"]?.mean).toBe(1);
    expect(report.manifest.versions.engines).toEqual({ sqlite: process.versions.sqlite });
    expect(asked()).toBe(4);
    const { out, code } = await fuxi("eval", "compare", "swept");
    expect(out).toContain("api-docs-prompt rows=1 beside api-docs-prompt rows=0");
    expect(code).toBe(0);
    expect(await fuxi("eval", "report", "swept", "--out", "swept.md")).toMatchObject({
      code: 2,
      err: expect.stringContaining("swept.md is the name of a file"),
    });
  });

  it("runs the baselines over databases, with rows and votes as asked for", async () => {
    const sql = "SELECT count(*) FROM film";
    const output = { thought: "", links: [], class: "easy", questions: [], sql };
    reply = { text: JSON.stringify(output), usage: { inputTokens: 1000, outputTokens: 10 } };
    const sample = [...DATABASE, ...model(), "--sample", "1"];
    const piped = await reportOf(...sample, "--strategy", "din-sql,dail-sql", "--sample-rows", "0,2");
    expect(
      piped.configurations.map(({ configuration, efficiency, measures }) => [
        configuration.id,
        efficiency.rounds?.mean,
        measures["va"]?.mean,
      ]),
    ).toEqual([
      ["din-sql rows=0", 4, 1],
      ["din-sql rows=2", 4, 1],
      ["dail-sql", 2, 1],
    ]);
    expect(asked()).toBe(10);
    const voted = await reportOf(
      ...sample,
      ...["--strategy", "dail-sql", "--votes", "3", "--temperature", "1"],
    );
    expect(voted.configurations[0]?.configuration.id).toBe("dail-sql votes=3");
    expect(asked()).toBe(14);
    reply = { calls: [{ name: "final_answer", arguments: { answer: sql } }] };
    const bare = await reportOf(...sample, "--strategy", "execute-sql");
    expect(bare.configurations[0]?.measures["va"]?.mean).toBe(1);
    const tools = server.requests.at(-1)?.body["tools"] as readonly { function: { name: string } }[];
    expect(tools.map((tool) => tool.function.name)).toEqual(["execute_sql", "final_answer", "give_up"]);
  });

  it("says that a cost is unknown where the price is, and what it is where it is known", async () => {
    const words = [...DATABASE, ...ONE_ROUND, ...model(), "--sample", "2"];
    expect((await fuxi("eval", ...words)).out).toMatch(/Cost +unknown|unknown +unknown|unknown$/mu);
    const prices = join(folder, "prices.yaml");
    writeFileSync(prices, "currency: EUR\nprices:\n  scripted: { input: 100, output: 1000 }\n");
    const [configuration] = (await reportOf(...words, "--prices", prices)).configurations;
    expect(configuration?.total.cost).toBeCloseTo(2 * (0.1 + 0.01));
    writeFileSync(prices, "prices:\n  scripted: { input: cheap, output: 1 }\n");
    const { err, code } = await fuxi("eval", ...words, "--prices", prices);
    expect(err).toContain("prices.scripted.input");
    expect(code).toBe(1);
  });

  it("asks a server that is named alone for its model, as fuxi ask does", async () => {
    const report = await reportOf(...DATABASE, ...ONE_ROUND, "--model-url", server.url, "--sample", "1");
    expect(report.manifest.configurations).toMatchObject([{ decider: "model", model: "default" }]);
    expect(server.requests.at(-1)?.body).toMatchObject({ model: "default" });
  });

  it("refuses a bound of cost without a price", async () => {
    const { err } = await fuxi("eval", ...DATABASE, ...ONE_ROUND, ...model(), "--max-cost", "1");
    expect(err).toContain("the price of scripted is not known");
  });

  it("stops at a bound of tokens, and goes on under the flags it was begun with", async () => {
    const begin = [...DATABASE, ...ONE_ROUND, ...model(), "--sample", "5", "--run", "bounded"];
    const stopped = await fuxi("eval", ...begin, "--max-tokens", "2000", "--concurrency", "1");
    expect(stopped.code).toBe(5);
    expect(stopped.err).toContain("Go on with: fuxi eval --run bounded");
    expect(asked()).toBe(2);
    const report = await reportOf("--run", "bounded");
    expect(report.items).toEqual({ planned: 5, finished: 5 });
    expect(asked()).toBe(5);
  });

  it("does not go on with a run as another one", async () => {
    await fuxi("eval", ...DATABASE, "--policy", "oracle", "--sample", "1", "--run", "one");
    const { code, err } = await fuxi("eval", "--run", "one", "--sample", "2");
    expect(err).toContain("The run one was begun with other");
    expect(code).toBe(2);
  });

  it("replays what was recorded without asking the model again", async () => {
    const cassette = join(folder, "replies.jsonl");
    const words = [...DATABASE, ...ONE_ROUND, "--sample", "3"];
    const recorded = await reportOf(...words, ...model(), "--record", cassette);
    expect(asked()).toBe(3);
    const replayed = await reportOf(...words, "--model", "scripted", "--replay", cassette);
    expect(asked()).toBe(3);
    expect(replayed.configurations[0]?.measures).toEqual(recorded.configurations[0]?.measures);
  });

  it("stops when it is interrupted, says how to go on, and asks nothing twice that was answered", async () => {
    const abort = new AbortController();
    onRequest = () => {
      if (asked() === 2) abort.abort();
    };
    let err = "";
    const words = [...DATABASE, ...ONE_ROUND, ...model(), "--sample", "4", "--run", "cut"];
    const code = await runCli(["eval", ...words, "--concurrency", "1"], {
      out: () => {},
      err: (text) => {
        err += text;
      },
      env: { FUXI_CACHE_DIR: join(folder, "cache"), FUXI_DATA_DIR: join(folder, "data") },
      signal: abort.signal,
      interactive: true,
      answers: false,
      width: 80,
      colors: pc.createColors(false),
    });
    expect(code).toBe(130);
    expect(err).toContain("Stopped. Go on with: fuxi eval --run cut");
    onRequest = () => {};
    expect((await reportOf("--run", "cut")).items).toEqual({ planned: 4, finished: 4 });
    expect(asked()).toBeLessThanOrEqual(5);
  });
});

describe("a paper's table", () => {
  it("is printed with the paper's figures and what fills ours", async () => {
    const { out, code } = await fuxi("eval", "table", "middleware-1");
    expect(out).toContain("fuxi eval table middleware-1 --fill --data <folder>");
    expect(code).toBe(0);
    expect((await fuxi("eval", "table")).out).toContain("qwn-6-1");
    expect((await fuxi("eval", "table", "qwn-4-2", "--format", "md")).out).toContain(
      "The bundled set: Total",
    );
  });
});
