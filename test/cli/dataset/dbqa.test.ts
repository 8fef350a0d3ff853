import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { datasetDbqaConfirmAction } from "../../../src/cli/commands/dataset-dbqa-confirm-action.ts";
import type { DbqaSet } from "../../../src/evaluation/construction/dbqa/dbqa-journal.ts";
import {
  type ScriptedOpenAiServer,
  type ServerTurn,
  startScriptedOpenAiServer,
} from "../../../src/testing/scripted-openai-server.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { cliIn, writeShop } from "../cli-fixture.ts";
import { KEYS } from "../terminal.ts";
import { type Asked, askedOf, SHOP, says } from "./dbqa-turns.ts";
import { personAtTerminal } from "./person-at-terminal.ts";

const folder = temporaryFolder();
const fuxi = cliIn(folder);
const { down, enter } = KEYS;
const OVER: ServerTurn = { failure: { status: 400, message: "The script is over." } };

/** Roles that are asked once so many lines of the journal are there. */
const LEFT_AFTER: readonly (readonly [number, readonly Asked[]])[] = [
  [1, ["control", "condense", "conjecture", "construct", "classify"]],
  [4, ["construct", "classify"]],
  [6, ["classify"]],
];

let server: ScriptedOpenAiServer;
/** Replies of a role in place of the good one, in their order; the last one stays. */
let instead: Partial<Record<Asked, readonly (object | "fails")[]>> = {};
let asked: Asked[] = [];
const shop = writeShop(folder);
const seeds = join(folder, "seeds.txt");
const graph = join(folder, "graph.ttl");

beforeAll(async () => {
  writeFileSync(graph, "<http://a.example/a> <http://a.example/b> <http://a.example/c> .\n");
  writeFileSync(seeds, "# what it is about\ncity, amount\n");
  server = await startScriptedOpenAiServer((request) => {
    const role = askedOf(request);
    if (role === undefined) return OVER;
    const replies = instead[role] ?? [SHOP[role]];
    const at = asked.filter((each) => each === role).length;
    asked.push(role);
    const reply = replies[Math.min(at, replies.length - 1)] ?? "fails";
    return reply === "fails" ? OVER : says(reply);
  });
});
afterAll(() => server.close());
beforeEach(() => {
  instead = {};
  asked = [];
});

const out = (name: string): string => join(folder, name);
const build = (name: string, ...more: readonly string[]) =>
  fuxi(
    ...["dataset", "dbqa", shop, "--seeds", seeds, "--out", out(name)],
    ...["--model-url", server.url, "--model", "scripted", ...more],
  );
const json = (name: string, file: string): unknown => JSON.parse(readFileSync(join(out(name), file), "utf8"));
const review = (name: string) => json(name, "review.json") as Omit<DbqaSet, "questions">;

describe("fuxi dataset dbqa", () => {
  it("makes a question with its records and an answer from them, which fuxi eval dbqa reads, and leaves the target as it was", async () => {
    const before = readFileSync(shop);
    const { code, err } = await build("whole", "--yes");
    expect(err).toContain("1 made");
    expect(err).toContain("no person has confirmed");
    expect(code).toBe(0);
    expect(json("whole", "questions.json")).toEqual([
      {
        id: "s1",
        question: "How do amounts differ by city?",
        db_id: "shop-s1",
        type: "conclusive",
        answer: "Lyon spends 30, Oslo 12.",
      },
    ]);
    expect(review("whole").items).toMatchObject([
      {
        confirmed: false,
        queries: [{ name: "Q1", total: 2 }],
        figures: [
          { shown: "30", source: "Q1:1.total", verdict: "holds" },
          { shown: "12", source: "Q1:2.total", verdict: "holds" },
        ],
        rows: [
          { table: "customer", rows: 2 },
          { table: "purchase", rows: 3 },
        ],
        notes: [],
      },
    ]);
    const database = new DatabaseSync(join(out("whole"), "database", "shop-s1", "shop-s1.sqlite"), {
      readOnly: true,
    });
    const [query] = review("whole").items[0]?.queries ?? [];
    expect(database.prepare(query?.sql ?? "").all()).toMatchObject([{ total: 30 }, { total: 12 }]);
    database.close();
    expect(readFileSync(shop).equals(before)).toBe(true);
    const evaluated = await fuxi(
      ...["eval", "dbqa", "--data", out("whole"), "--strategy", "sequential"],
      ...["--model-url", server.url, "--model", "scripted"],
    );
    expect(evaluated.code).toBe(0);
  });

  it("asks nothing twice, whatever it was interrupted at", async () => {
    const roles: readonly Asked[] = [
      ...(["control", "condense", "conjecture", "construct"] as const),
      ...(["plan", "queries", "report", "classify"] as const),
    ];
    for (const role of roles) {
      instead = { [role]: ["fails"] };
      asked = [];
      const { code } = await build("killed", "--yes");
      expect([role, code]).toEqual([role, 1]);
      // What came before this role is not asked again.
      expect(asked.filter((each) => each !== role).length).toBeLessThanOrEqual(1);
    }
    instead = {};
    asked = [];
    expect((await build("killed", "--yes")).code).toBe(0);
    expect(asked).toEqual(["classify"]);
    expect((await build("killed", "--yes")).err).toContain("1 made");
    expect(asked).toEqual(["classify"]);
  });

  it("goes on from every line of its journal to the same set", async () => {
    await build("torn", "--yes");
    const journal = join(out("torn"), "journal.jsonl");
    const [whole, questions] = [readFileSync(journal, "utf8"), json("torn", "questions.json")];
    const lines = whole.trim().split("\n");
    expect(lines).toHaveLength(7);
    for (const [kept, left] of LEFT_AFTER) {
      // The last line is torn, as a kill may leave it.
      writeFileSync(journal, `${lines.slice(0, kept).join("\n")}\n${lines[kept]?.slice(0, 9)}`);
      asked = [];
      expect((await build("torn", "--yes")).code).toBe(0);
      // The run that concluded is in the store, and its end with it.
      expect(asked).toEqual(left);
      expect(json("torn", "questions.json")).toEqual(questions);
    }
  });

  it("waits for a person, whose edited question is the one that is answered", async () => {
    const waiting = await build("person");
    expect(waiting.code).toBe(0);
    expect(waiting.err).toContain("1 waits for a person");
    expect(asked).toEqual(["control", "condense"]);
    const person = personAtTerminal([
      ["1 of 1: s1", down, enter],
      ["The question", " Why?", enter],
      ["Why?", enter],
    ]);
    await datasetDbqaConfirmAction(out("person"), person.io, () => {}, person.reviewer);
    expect(person.left()).toEqual([]);
    expect(person.drawn()).toContain("city (customer.city)");
    expect(person.err()).toContain("1 confirmed, 0 rejected, 0 left");
    expect((await build("person")).err).toContain("1 made");
    expect(json("person", "questions.json")).toMatchObject([
      { question: "How do amounts differ by city? Why?", type: "conclusive" },
    ]);
    expect(review("person").items).toMatchObject([{ confirmed: true, notes: [] }]);
  });

  it("says which things an edited question no longer names, and notes it where it is kept so; a rejected one is gone", async () => {
    await build("edited", "--yes");
    const erase = Array.from({ length: "by city?".length }, () => "\u007f");
    const person = personAtTerminal([
      ["1 of 1: s1", down, enter],
      ["The question", ...erase, enter],
      ["1 of 1: s1", enter],
    ]);
    await datasetDbqaConfirmAction(out("edited"), person.io, () => {}, person.reviewer);
    expect(person.err()).toContain("no longer names: city");
    expect(person.err()).toContain("give it again");
    expect(json("edited", "questions.json")).toEqual([]);
    await build("edited");
    expect(review("edited").items).toMatchObject([{ notes: ["The question no longer names: city."] }]);
    await build("gone");
    const other = personAtTerminal([["1 of 1: s1", down, down, enter]]);
    await datasetDbqaConfirmAction(out("gone"), other.io, () => {}, other.reviewer);
    asked = [];
    expect((await build("gone", "--yes")).code).toBe(1);
    expect(asked).toEqual([]);
    expect(review("gone").rejected).toEqual([
      { id: "s1", stage: "confirm", reasons: ["A person rejected it."] },
    ]);
  });

  it("tells the model what the engine has against the records, and gives up after the fourth try", async () => {
    const [orphans = ""] = (SHOP.construct as { readonly statements: readonly string[] }).statements;
    instead = { construct: [{ statements: [orphans] }] };
    const { code, err } = await build("orphans", "--yes");
    expect(code).toBe(1);
    expect(asked.filter((role) => role === "construct")).toHaveLength(4);
    expect(err).toContain("s1, construct: Records point to others that are not there");
    const last = server.requests.findLast((request) => askedOf(request) === "construct");
    expect(JSON.stringify(last?.body["messages"])).toContain("has no record in customer");
    expect(existsSync(join(out("orphans"), "database", "shop-s1", "shop-s1.sqlite"))).toBe(false);
  });

  it("has the records written anew where they do not answer the question", async () => {
    const [, customers = ""] = (SHOP.construct as { readonly statements: readonly string[] }).statements;
    instead = { construct: [{ statements: [customers] }, SHOP.construct] };
    const { err } = await build("empty", "--yes");
    expect(err).toContain("1 made");
    const second = server.requests.filter((request) => askedOf(request) === "construct").at(-1);
    expect(JSON.stringify(second?.body["messages"])).toContain("Records that did not do");
  });

  it("answers from the records where these contradict the conjecture, and notes it", async () => {
    const contradiction = "Lyon spends most.";
    instead = {
      conjecture: [{ answer: "Oslo spends most." }],
      classify: [{ ...SHOP.classify, contradiction }],
    };
    expect((await build("contradicts", "--yes")).err).toContain("with a note");
    expect(json("contradicts", "questions.json")).toMatchObject([{ answer: "Lyon spends 30, Oslo 12." }]);
    expect(review("contradicts").items[0]?.notes).toEqual([
      `The records do not bear out the conjecture: ${contradiction}`,
    ]);
  });

  it("takes no answer with a figure that nothing bears out", async () => {
    instead = { report: [{ ...SHOP.report, summary: "Lyon spends 99." }] };
    const { code, err } = await build("invented", "--yes");
    expect(code).toBe(1);
    expect(err).toContain("no query of these records comes to: 99");
  });

  it("sends a reply that cannot be read back twice, says so to a person, and asks no more", async () => {
    await build("unread");
    const person = personAtTerminal([["1 of 1: s1", enter]]);
    await datasetDbqaConfirmAction(out("unread"), person.io, () => {}, person.reviewer);
    instead = { conjecture: [{ said: "no" }], construct: [{ said: "no" }] };
    asked = [];
    const { code, err } = await build("unread");
    expect(code).toBe(1);
    expect(asked).toEqual(["conjecture", "conjecture", "conjecture"]);
    expect(err).toContain(
      's1, conjecture: The model\'s replies could not be read, 3 times; the last began: {"said":"no"}',
    );
    expect(err).not.toContain("Reply with");
    expect((await build("unread")).err).toContain("1 not made");
    expect(asked).toHaveLength(3);
  });

  it.each<[string, Asked, object, string]>([
    [
      "a question that is not about the seed",
      "control",
      { ...SHOP.control, entities: [{ words: "city", name: "customer.city" }] },
      "not about purchase.amount",
    ],
    [
      "words that do not stand in it",
      "control",
      { ...SHOP.control, entities: [{ words: "town", name: "customer.city" }] },
      '"town" does not stand',
    ],
    [
      "a question that lost its entities",
      "condense",
      { question: "How do amounts differ?" },
      '"city" no longer stands',
    ],
    [
      "one that is no shorter",
      "condense",
      { question: (SHOP.control as { question: string }).question },
      "has to be shorter",
    ],
    ["an empty conjecture", "conjecture", { answer: " " }, "There is no answer"],
  ])("gives up after three tries on %s", async (_, role, reply, reason) => {
    instead = { [role]: [reply] };
    const { code, err } = await build(`wrong-${reason.replace(/\W+/gu, "-")}`, "--yes");
    expect(code).toBe(1);
    expect(err).toContain(reason);
    expect(asked.at(-1)).toBe(role);
  });

  it("draws questions over the sample's schema", async () => {
    instead = { control: [{ said: "nothing" }] };
    const from = server.requests.length;
    const { err } = await fuxi(
      ...["dataset", "dbqa", "sample:cinema", "--count", "2", "--seed", "7", "--out", out("drawn")],
      ...["--model-url", server.url, "--model", "scripted"],
    );
    expect(err).toContain("2 not made");
    const about = server.requests
      .slice(from)
      .map(({ body }) => /is about: ([^"\\]+)/u.exec(JSON.stringify(body["messages"]))?.[1]);
    expect(new Set(about).size).toBe(2);
    expect(about.join()).toMatch(/\w+\.\w+/u);
  });

  it("says in the help of all sets how a person looks one over", async () => {
    const { out: said } = await fuxi("dataset", "--help");
    expect(said).toContain("fuxi dataset dbqa confirm <folder>");
    expect(said).toContain("fuxi dataset itool confirm <set.json>");
  });

  it.each<[string, readonly string[], string]>([
    ["no --out", [shop], "Name a place with --out"],
    ["a target that is no database", [graph, "--out", "OUT"], "is no database"],
    ["seeds that are not there", [shop, "--out", "OUT", "--seeds", "none.txt"], "There is no file"],
    ["a count that is none", [shop, "--out", "OUT", "--count", "few"], "whole number"],
  ])("refuses %s", async (_, words, reason) => {
    const given = words.map((word) => (word === "OUT" ? out("refused") : word));
    const { code, err } = await fuxi("dataset", "dbqa", ...given, "--model-url", server.url);
    expect(code).not.toBe(0);
    expect(err).toContain(reason);
    expect(existsSync(out("refused"))).toBe(false);
  });

  it("refuses an empty schema, another build's folder, and a set that was made elsewhere", async () => {
    const empty = join(folder, "empty.sqlite");
    const database = new DatabaseSync(empty);
    database.exec("CREATE VIEW one AS SELECT 1 AS x");
    database.close();
    const onEmpty = await fuxi("dataset", "dbqa", empty, "--out", out("none"), "--model-url", server.url);
    expect(onEmpty.err).toContain("no table");
    instead = { control: ["fails"] };
    await build("mine");
    const other = join(folder, "other.txt");
    writeFileSync(other, "customer\n");
    expect((await build("mine", "--seeds", other)).err).toContain("begun with other seeds");
    writeFileSync(join(folder, "questions.json"), "[]");
    expect((await build(".")).err).toContain("was not made here");
  });
});
