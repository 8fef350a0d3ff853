import { expect, it } from "vitest";
import { memoryArtifactStore } from "../../../src/store/artifacts.ts";
import { testContext } from "../../../src/testing/environment-under-test.ts";
import { describeShops } from "../../support/describe-shops.ts";
import { SHOPS } from "../../support/shop-database.ts";
import { ShopSession } from "../../support/shop-session.ts";

describeShops("concluding", [SHOPS.sqlite], (open) => {
  const { engine } = open;

  it("runs a query, however it is wrapped", async () => {
    for (const text of [
      "SELECT name FROM city WHERE id = 4",
      "SELECT name FROM city WHERE id = 4;;",
      "```sql\nSELECT name FROM city WHERE id = 4;\n```",
      "The query is:\n```\nSELECT name FROM city WHERE id = 4\n```\nas asked.",
      "SQL: SELECT name FROM city WHERE id = 4 -- done",
      "Answer: SELECT name FROM city WHERE id = 4",
      "The final query is: SELECT name FROM city WHERE id = 4",
      "**Here's what I ran:** SELECT name FROM city WHERE id = 4",
      "(SELECT name FROM city WHERE id = 4)".slice(1, -1),
      "WITH c AS (SELECT * FROM city) SELECT name FROM c WHERE id = 4",
    ]) {
      const { answer, evidence } = await open.session.conclude(text);
      expect(answer, text).toMatchObject({ text: "Paris", value: "Paris", rows: { total: 1 } });
      expect(evidence).toMatchObject({ environment: "shop", kind: "database" });
      expect(evidence?.sql).toMatch(/id = 4$/);
    }
  });

  it("tells whose state the answer shows: of a server when it was asked, of a file when it was last changed", async () => {
    const before = Date.now();
    const { evidence } = await open.session.conclude("SELECT name FROM city WHERE id = 4");
    const after = Date.now();
    expect(evidence?.asOf).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u);
    const asOf = Date.parse(evidence?.asOf ?? "");
    const isFile = engine.engine === "sqlite" || engine.engine === "duckdb";
    expect(asOf).toBeGreaterThanOrEqual(isFile ? 0 : before);
    expect(asOf).toBeLessThanOrEqual(isFile ? before : after);
    const again = await open.session.conclude("SELECT name FROM city WHERE id = 4");
    if (isFile) expect(again.evidence?.asOf).toBe(evidence?.asOf);
    else expect(Date.parse(again.evidence?.asOf ?? "")).toBeGreaterThanOrEqual(after);
  });

  it("takes the draft for an empty claim, and for words beside it, which are kept", async () => {
    await open.session.draft({ from: "city", where: "country = 'GB'", select: "name" });
    expect((await open.session.conclude()).answer?.text).toBe("York");
    const { answer, evidence } = await open.session.conclude("It is York, with its minster.");
    expect(answer).toMatchObject({ text: "It is York, with its minster.", value: "York" });
    expect(evidence?.sql).toBe("SELECT name FROM city WHERE country = 'GB'");
    for (const words of ["With the draft as given: York.", "Table 1 shows York.", "Select York"]) {
      const { answer: kept, failure } = await open.session.conclude(words);
      if (words.startsWith("Select")) expect(failure).toBeDefined();
      else expect(kept?.text).toBe(words);
    }
  });

  it("refuses a query whose beginning is misspelled or left out, also beside a draft, and says how it begins", async () => {
    await open.session.draft({ from: "customer", where: "", select: "count(*)" });
    for (const claim of [
      "SELEC count(*) FROM city",
      "Answer: SELETC name, id FROM city WHERE id = 4",
      "WIHT c AS (SELECT * FROM city) SELECT count(*) FROM c",
      "count(*) FROM cities",
      "WITH c AS SELECT * FROM city SELECT count(*) FROM c",
      "WITH c (SELECT * FROM city) SELECT count(*) FROM c",
    ]) {
      const { failure, answer } = await open.session.conclude(claim);
      expect(answer, claim).toBeUndefined();
      expect(failure?.code, claim).toBe("syntax-error");
    }
  });

  it("keeps sentences as words, whatever they share with a query", async () => {
    await open.session.draft({ from: "city", where: "country = 'GB'", select: "name" });
    for (const words of [
      "York",
      "They come from York",
      "From York",
      "Greetings from Paris",
      "Selected city: York",
      "Selected = York",
      "It is York (GB), from the table city.",
      "With York as the city, 3 were counted from it",
      "Advice: select York",
      "The answer is: York",
    ]) {
      const { answer, failure } = await open.session.conclude(words);
      expect(failure, words).toBeUndefined();
      expect(answer, words).toMatchObject({ text: words, value: "York" });
    }
  });

  it("answers in the fewest words: a value, a list, a row, a number of rows, nothing", async () => {
    for (const [sql, text] of [
      ["SELECT count(*) FROM city", "4"],
      ["SELECT name FROM city WHERE id > 2 ORDER BY id", "York, Paris"],
      ["SELECT id, name FROM city WHERE id = 4", "id: 4, name: Paris"],
      ["SELECT id, name FROM city", "4 rows"],
      ["SELECT name FROM city WHERE id = 9", "no rows"],
    ] as const) {
      expect((await open.session.conclude(sql)).answer?.text, sql).toBe(text);
    }
  });

  it("counts all rows, shows some, and keeps all of them as an artifact", async () => {
    const artifacts = memoryArtifactStore();
    const limits = { rows: 3, characters: 20_000, milliseconds: 10_000 };
    open.session = await ShopSession.open(open.environment, "", testContext({ artifacts, limits }));
    const { answer } = await open.session.conclude(
      "SELECT a.id, b.id FROM city a CROSS JOIN city b ORDER BY 1, 2",
    );
    expect(answer?.rows).toMatchObject({
      total: 16,
      rows: [
        [1, 1],
        [1, 2],
        [1, 3],
      ],
    });
    const sha = answer?.rows?.full?.sha256 ?? "";
    const lines = new TextDecoder()
      .decode(await artifacts.get(sha, { id: "tester" }))
      .trimEnd()
      .split("\n");
    expect(lines).toHaveLength(16);
    expect(JSON.parse(lines[15] ?? "")).toEqual([4, 4]);
  });

  it("fails with what is missing, or wrong", async () => {
    expect((await open.session.conclude()).failure?.code).toBe("no-answer");
    expect((await open.session.conclude("There are three.")).failure?.code).toBe("no-answer");
    await open.session.act("from", { from_statement: "city" });
    const incomplete = (await open.session.conclude()).failure;
    expect(incomplete).toMatchObject({ code: "draft-incomplete", suggestions: [{ text: 'where("")' }] });
    const wrong = (await open.session.conclude("SELECT nam FROM city")).failure;
    expect(wrong).toMatchObject({ code: "unknown-column", part: { clause: "select" } });
    expect((await open.session.conclude("UPDATE city SET name = 'x'")).failure?.code).toBe("not-read-only");
    expect((await open.session.conclude("SELECT 1; SELECT 2")).failure?.code).toBe("multiple-statements");
  });

  it("warns of a query that was not checked as the draft before", async () => {
    const typo = "SELECT max(joined) FROM customer WHERE status = 'Bb'";
    const { answer, warnings } = await open.session.conclude(typo);
    expect(answer?.text).toBe("NULL");
    expect(warnings).toMatchObject([{ code: "value-not-found", part: { clause: "where" } }]);
    const nested = await open.session.conclude(`WITH c AS (${typo}) SELECT * FROM c`);
    expect(nested.warnings?.map(({ code }) => code)).toContain("value-not-found");
    expect(await open.session.conclude("SELECT count(*) FROM customer")).not.toHaveProperty("warnings");
    await open.session.act("check_query", { query: typo });
    for (const claim of [undefined, typo, `${typo};`, `SQL:\n${typo.replaceAll(" ", "  ")}`, "Nobody."]) {
      expect(await open.session.conclude(claim), claim).not.toHaveProperty("warnings");
    }
    const other = await open.session.conclude(typo.replace("Bb", "Cc"));
    expect(other.warnings).toMatchObject([{ code: "value-not-found" }]);
  });

  it.runIf(engine.name === "SQLite")("warns of columns beside an aggregate in a claimed query", async () => {
    const { warnings } = await open.session.conclude("SELECT status, avg(id) FROM customer");
    expect(warnings?.map(({ code }) => code)).toEqual(["bare-column"]);
  });

  it("notes of a join that counts rows more than once", async () => {
    const twice = "SELECT count(*) FROM customer a JOIN customer b ON a.status = b.status";
    const { notes, warnings } = await open.session.conclude(twice);
    expect(notes).toMatchObject([{ code: "join-multiplies", part: { clause: "from" } }]);
    expect(warnings).toBeUndefined();
    expect(await open.session.conclude("SELECT count(*) FROM customer")).not.toHaveProperty("notes");
  });

  it("keeps integers beyond 2^53 exact", async () => {
    const { answer } = await open.session.conclude("SELECT 9007199254740993 AS big");
    expect(answer?.value).toBe("9007199254740993");
  });
});
