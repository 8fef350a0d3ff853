import { expect, test } from "vitest";
import { fetchedList, items } from "./fetched-list.ts";

const integer = { type: "integer" };
const TOTAL = 45;
const all = items(0, TOTAL, TOTAL);

test("a page that fails ends the list where it is, with what came kept", async () => {
  const { body, result } = await fetchedList({
    parameters: { page: integer },
    answer: (query) => {
      const page = Number(query.get("page") ?? 1);
      return page === 3 ? 500 : { results: items((page - 1) * 20, 20, 100), total_pages: 5 };
    },
  });
  expect(body).toMatchObject({ results: items(0, 40, 100) });
  expect(result).toMatchObject({
    pages: 2,
    more: "the next page was answered with 500; pages 1 to 2 of 5, 40 items at results",
  });
});

test("numbers too large for JavaScript keep their digits when pages are joined", async () => {
  const { text } = await fetchedList({
    parameters: { page: integer },
    answer: (query) =>
      query.has("page")
        ? '{"items":[12345678901234567892],"total_pages":2}'
        : '{"items": [ 12345678901234567891 ],"total_pages":2,"rate":1.10}',
  });
  expect(text).toBe('{"items":["12345678901234567891","12345678901234567892"],"total_pages":2,"rate":1.1}');
});

test("the list is that with a usual name, however long its neighbours are", async () => {
  const { body } = await fetchedList({
    parameters: { page: integer },
    answer: (query) => ({
      facets: items(0, 50, 50),
      results: items((Number(query.get("page") ?? 1) - 1) * 2, 2, 4),
      total_pages: 2,
    }),
  });
  expect(body).toMatchObject({ facets: items(0, 50, 50), results: items(0, 4, 4) });
});

test("other arguments are sent on as they were written", async () => {
  const { asked } = await fetchedList(
    {
      parameters: { page: integer, ids: { type: "string" } },
      answer: () => ({ results: items(0, 20, 40), total_pages: 2 }),
    },
    { query: "?ids=1,2&q=a%20b&page=1" },
  );
  expect(asked[1]).toBe("/films?ids=1,2&q=a%20b&page=2");
});

test("a page of several megabytes is joined as well", async () => {
  const text = "x".repeat(1000);
  const { result, body } = await fetchedList({
    parameters: { starting_after: { type: "integer" } },
    answer: (query) => {
      const from = query.has("starting_after") ? Number(query.get("starting_after")) + 1 : 0;
      return {
        data: items(from, 5000, 8000).map(({ id }) => ({ id, text })),
        has_more: from + 5000 < 8000,
      };
    },
  });
  expect(result).toMatchObject({ pages: 2 });
  expect((body as { data: readonly { id: number }[] }).data.map(({ id }) => id)).toEqual(
    items(0, 8000, 8000).map(({ id }) => id),
  );
});

test.each(["[1, 2", '"text"', '{"id": 1}', "title,year\nThe Ferry,1961"])(
  "what is no list in JSON is one page as it came: %s",
  async (answer) => {
    const { result, text } = await fetchedList({ parameters: { page: integer }, answer: () => answer });
    expect(text).toBe(answer);
    expect(result).toMatchObject({ pages: 1 });
    expect(result).not.toHaveProperty("more");
  },
);

test("a server that gives less than was asked for is followed to its end", async () => {
  const { body, asked } = await fetchedList(
    {
      parameters: { page: integer, per_page: integer },
      answer: (query) => ({
        total: TOTAL,
        items: items((Number(query.get("page") ?? 1) - 1) * 20, 20, TOTAL),
      }),
    },
    { query: "?per_page=1000" },
  );
  expect(body).toMatchObject({ items: all });
  expect(asked).toHaveLength(3);
});

test("the time is for all pages together", async () => {
  const { result } = await fetchedList(
    {
      parameters: { page: integer },
      answer: (query) => {
        const page = Number(query.get("page") ?? 1);
        return page > 2 ? undefined : { results: items((page - 1) * 20, 20, 100), total_pages: 5 };
      },
    },
    { milliseconds: 500 },
  );
  expect(result).toMatchObject({ pages: 2, more: expect.stringContaining("No answer came") });
});

test("a list that stands beside what is said about it is joined where it stands", async () => {
  const { body, result } = await fetchedList({
    parameters: { page: integer },
    answer: (query) => {
      const page = Number(query.get("page") ?? 1);
      return [{ page, pages: 3, total: TOTAL }, items((page - 1) * 20, 20, TOTAL)];
    },
  });
  expect(body).toEqual([{ page: 1, pages: 3, total: TOTAL }, items(0, TOTAL, TOTAL)]);
  expect(result).toMatchObject({ pages: 3 });
});
