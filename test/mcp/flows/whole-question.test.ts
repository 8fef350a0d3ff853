import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { does } from "../support/call.ts";
import { type AnswersForm, connectMcp, type McpUnderTest, SETTINGS } from "../support/mcp-process.ts";

const QUESTION = "Which studios made at least 20 comedies since 2010, and how well are they rated?";

const folder = temporaryFolder();

/** Takes the reading that speaks of the public's votes. */
const votes: AnswersForm = ({ message, requestedSchema }) => {
  expect(message).toContain("rated");
  const { properties } = requestedSchema as {
    properties: { answer: { oneOf: readonly { const: string; title: string }[] } };
  };
  const choice = properties.answer.oneOf.find(({ title }) => /vote/iu.test(title));
  return { answer: choice?.const ?? "" };
};

describe.each(SETTINGS)("a whole question over $transport with a client of $era", ({ transport, era }) => {
  const connect = (): Promise<McpUnderTest> =>
    connectMcp({ transport, era, folder, args: ["sample:cinema"], answers: votes });

  it("is answered with the twelve tools, a repaired zero, an answer of the user, and a restart in the middle", async () => {
    let workspace: unknown;
    const step = async (mcp: McpUnderTest, tool: string, args: Readonly<Record<string, unknown>>) => {
      const called = await does(mcp.client, tool, { ...args, workspace });
      workspace = called.data["workspace"] ?? workspace;
      return called;
    };
    {
      await using mcp = await connect();
      const opened = await does(mcp.client, "open_workspace", { question: QUESTION });
      workspace = opened.data["workspace"];
      expect(opened.text).toContain("film");
      const looked = await step(mcp, "find_columns_containing_value", { value: "Comedy" });
      expect(looked.text).toContain("genre.name");
      expect((await step(mcp, "find_columns_containing_value_fuzzy", { value: "commedy" })).text).toContain(
        "Comedy",
      );
      expect(
        (await step(mcp, "is_value_in_column", { table: "genre", column: "name", value: "Comedy" })).data,
      ).toMatchObject({ found: true });
      await step(mcp, "get_distinct_values", { table: "film", column: "studio", limit: 5 });
      expect(
        (await step(mcp, "get_date_format", { table: "film", column: "release_date" })).data,
      ).toMatchObject({ isDate: true });
      await step(mcp, "search_by_SQL", { query: "SELECT max(release_date) FROM film" });
      const said = await step(mcp, "clarify", {
        words: "rated",
        question: "By which mark are they rated?",
        options: ["mean vote of the public (film.vote_average)", "marks of members (review.rating)"],
      });
      expect(said.data).toMatchObject({ status: "settled" });
      expect(said.text).toMatch(/vote/u);
      await step(mcp, "from", {
        from_statement: "film JOIN film_genre USING (film_id) JOIN genre USING (genre_id)",
      });
      const empty = await step(mcp, "where", {
        where_statement: "genre.name = 'comedy' AND film.release_date >= '2010'",
      });
      expect(empty.data).toMatchObject({ rows: 0 });
      expect(empty.text).toContain("'Comedy'");
      if (transport === "http") await mcp.kill();
    }
    await using mcp = await connect();
    const again = await does(mcp.client, "open_workspace", { workspace });
    expect(again.text).toContain("genre.name = 'comedy'");
    const mended = await step(mcp, "where", {
      where_statement: "genre.name = 'Comedy' AND film.release_date >= '2010'",
    });
    expect(mended.data["rows"]).toBeGreaterThan(0);
    await step(mcp, "select", {
      select_statement:
        "trim(film.studio) AS studio, count(*) AS films, round(avg(film.vote_average), 2) AS rated",
    });
    await step(mcp, "group_by", { group_by_statement: "trim(film.studio)" });
    await step(mcp, "having", { having_statement: "count(*) >= 20" });
    await step(mcp, "order_by", { order_by_statement: "ORDER BY films DESC" });
    const answer = await step(mcp, "conclude", {});
    expect(answer.data["columns"]).toEqual(["studio", "films", "rated"]);
    expect(answer.data["evidence"]).toMatchObject({ sql: expect.stringContaining("HAVING count(*) >= 20") });
    const rows = answer.data["rows"] as readonly (readonly [string, number, number])[];
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(([, films]) => films >= 20)).toBe(true);
  });
});
