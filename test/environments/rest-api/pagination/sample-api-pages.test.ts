import { expect, test } from "vitest";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import type { JsonObject } from "../../../../src/util/json.ts";
import { cinemaApiEnvironment } from "../cinema-api-environment.ts";

/** Makes one call and reads an expression from its response. */
async function called(operation: string, given: JsonObject, pages: number, expression: string) {
  const environment = await cinemaApiEnvironment();
  try {
    const context = testContext();
    const call = await environment.act(
      await environment.openWorkspace(undefined, context),
      { environment: "api", tool: "call_operation", arguments: { operation, arguments: given, pages } },
      context,
    );
    if (call.failure) return { failure: call.failure };
    const extract = await environment.act(
      call.workspace,
      { environment: "api", tool: "extract", arguments: { response: "r1", expression } },
      context,
    );
    return {
      notes: call.observation.notes,
      call: (call.workspace.state.calls as readonly JsonObject[])[0],
      value: extract.failure ?? extract.observation.data.value,
      requests: environment.api.requests(),
    };
  } finally {
    await environment.close();
  }
}

test("page numbers: a first page says how much is left", async () => {
  const { notes, call } = await called("listPopularPeople", {}, 1, "$count(results)");
  expect(notes).toEqual([
    {
      code: "pages-left",
      message: expect.stringMatching(
        /^Only one page was fetched; page 1 of \d+, 20 of \d+ items at results\.$/u,
      ),
      suggestions: [{ text: 'call it again with a higher "pages" where all are needed' }],
    },
  ]);
  expect(call).toMatchObject({ pages: 1, complete: false });
});

test("page numbers in the body of a query that only reads", async () => {
  const { value, requests } = await called(
    "POST /films/query",
    { sort_by: "title.asc" },
    2,
    "$count($distinct(results.id))",
  );
  expect(value).toBe("40");
  expect(requests?.queryFilms).toBe(2);
});

test("more pages than one call may fetch are not advised", async () => {
  const { notes, call } = await called("listPopularPeople", {}, 25, "$count(results)");
  expect(call).toMatchObject({ pages: 20, complete: false });
  expect(notes?.[0]?.message).toMatch(
    /^Only 20 pages were fetched; pages 1 to 20 of \d+, 400 of \d+ items at results\.$/u,
  );
  expect(notes?.[0]?.suggestions).toEqual([
    { text: "one call fetches at most 20 pages: narrow the request, or begin where this one ends" },
  ]);
});
