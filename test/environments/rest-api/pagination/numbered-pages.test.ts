import { describe, expect, test } from "vitest";
import { fetchedList, items } from "./fetched-list.ts";

const integer = { type: "integer" };
const TOTAL = 45;
const all = items(0, TOTAL, TOTAL);

describe("page numbers", () => {
  const numbered = (about: (page: number) => object) => ({
    parameters: { page: { type: "integer", default: 1 } },
    answer: (query: URLSearchParams) => {
      const page = Number(query.get("page") ?? 1);
      return { page, results: items((page - 1) * 20, 20, TOTAL), ...about(page) };
    },
  });

  test("with total_pages end at the last page, and the first page keeps its form", async () => {
    const { result, body, asked } = await fetchedList(
      numbered(() => ({ total_pages: 3, total_results: TOTAL })),
    );
    expect(body).toEqual({ page: 1, results: all, total_pages: 3, total_results: TOTAL });
    expect(result).toMatchObject({ pages: 3, list: "results" });
    expect(result).not.toHaveProperty("more");
    expect(asked).toEqual(["/films", "/films?page=2", "/films?page=3"]);
  });

  test("without any count end at an empty page, which is no page", async () => {
    const { result, body, asked } = await fetchedList(numbered(() => ({})));
    expect(body).toMatchObject({ results: all });
    expect(result).toMatchObject({ pages: 3 });
    expect(result).not.toHaveProperty("more");
    expect(asked).toHaveLength(4);
  });

  test("stop at the number of pages wanted and tell what is left", async () => {
    const { result, asked } = await fetchedList(
      numbered(() => ({ total_pages: 3, total_results: TOTAL })),
      { pages: 2 },
    );
    expect(result).toMatchObject({
      pages: 2,
      more: "pages 1 to 2 of 3, 40 of 45 items at results",
    });
    expect(asked).toHaveLength(2);
  });

  test("from zero are recognised by the first response", async () => {
    const { body, asked } = await fetchedList({
      parameters: { page: integer },
      answer: (query) => {
        const number = Number(query.get("page") ?? 0);
        return { content: items(number * 20, 20, TOTAL), number, totalPages: 3, last: number === 2 };
      },
    });
    expect(body).toMatchObject({ content: all });
    expect(asked).toEqual(["/films", "/films?page=1", "/films?page=2"]);
  });

  test("in headers are taken", async () => {
    const { body, result } = await fetchedList({
      parameters: { page: integer, per_page: integer },
      answer: (query) => items((Number(query.get("page") ?? 1) - 1) * 20, 20, TOTAL),
      headers: () => ({ "x-total": String(TOTAL), "x-total-pages": "3" }),
    });
    expect(body).toEqual(all);
    expect(result).toMatchObject({ pages: 3, list: "" });
  });

  test("that a server ignores give its one page once", async () => {
    const { body, result, asked } = await fetchedList({
      parameters: { page: integer },
      answer: () => ({ results: items(0, 20, 20) }),
    });
    expect(body).toEqual({ results: items(0, 20, 20) });
    expect(result).toMatchObject({ pages: 1 });
    expect(result).not.toHaveProperty("more");
    expect(asked).toHaveLength(2);
  });

  test("beyond the last one may be answered with 404", async () => {
    const { body, result } = await fetchedList({
      parameters: { page: integer },
      answer: (query) => {
        const page = Number(query.get("page") ?? 1);
        return page > 2 ? 404 : { results: items((page - 1) * 20, 20, 40) };
      },
    });
    expect(body).toEqual({ results: items(0, 40, 40) });
    expect(result).not.toHaveProperty("more");
  });

  test("of an operation that takes none are not made up", async () => {
    const { asked, result } = await fetchedList({
      answer: () => ({ page: 1, total_pages: 3, results: items(0, 20, TOTAL) }),
    });
    expect(asked).toEqual(["/films"]);
    expect(result).toMatchObject({ pages: 1 });
  });
});

describe("offsets", () => {
  test("go on after the items that came, not after those asked for", async () => {
    const { body, asked } = await fetchedList(
      {
        parameters: { offset: integer, limit: integer },
        answer: (query) => ({
          total: TOTAL,
          items: items(Number(query.get("offset") ?? 0), Math.min(15, Number(query.get("limit"))), TOTAL),
        }),
      },
      { query: "?limit=100" },
    );
    expect(body).toEqual({ total: TOTAL, items: all });
    expect(asked).toEqual(["/films?limit=100", "/films?limit=100&offset=15", "/films?limit=100&offset=30"]);
  });

  test("from one are recognised by the document", async () => {
    const { body, asked } = await fetchedList({
      parameters: { startIndex: { type: "integer", minimum: 1 } },
      answer: (query) => ({
        totalResults: TOTAL,
        Resources: items(Number(query.get("startIndex") ?? 1) - 1, 30, TOTAL),
      }),
    });
    expect(body).toMatchObject({ Resources: all });
    expect(asked).toEqual(["/films", "/films?startIndex=31"]);
  });
});
