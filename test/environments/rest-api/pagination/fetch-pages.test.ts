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

  test("with only a count of items end where the count is reached", async () => {
    const { result, body, asked } = await fetchedList(numbered(() => ({ total_results: TOTAL })));
    expect(body).toMatchObject({ results: all });
    expect(result).toMatchObject({ pages: 3 });
    expect(asked).toHaveLength(3);
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

  test("begin where the caller begins", async () => {
    const { result, body } = await fetchedList(
      numbered((page) => ({ page, total_pages: 3 })),
      {
        query: "?page=2",
      },
    );
    expect(body).toMatchObject({ page: 2, results: items(20, 25, TOTAL) });
    expect(result).not.toHaveProperty("more");
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

  test("are not read into a date called from", async () => {
    const { asked } = await fetchedList({
      parameters: { from: { type: "string", format: "date" } },
      answer: () => ({ total: TOTAL, items: items(0, 20, TOTAL) }),
    });
    expect(asked).toEqual(["/films"]);
  });
});

describe("cursors", () => {
  const after = (cursor: string | null) => Number(cursor ?? 0);

  test.each([
    ["next_cursor", "cursor", (next: string | null) => ({ next_cursor: next })],
    ["nextPageToken", "pageToken", (next: string | null) => (next === null ? {} : { nextPageToken: next })],
    [
      "response_metadata.next_cursor, empty at the end",
      "cursor",
      (next: string | null) => ({ response_metadata: { next_cursor: next ?? "" } }),
    ],
    ["meta.next_token", "next_token", (next: string | null) => ({ meta: { next_token: next } })],
    [
      "paging.cursors.after",
      "after",
      (next: string | null) => ({ paging: next ? { cursors: { after: next } } : {} }),
    ],
    [
      "page_info with an end_cursor on the last page, too",
      "after",
      (next: string | null) => ({ page_info: { has_next_page: next !== null, end_cursor: next ?? "45" } }),
    ],
    [
      "metadata.continue",
      "continue",
      (next: string | null) => ({ metadata: { continue: next ?? undefined } }),
    ],
  ])("%s", async (_, parameter, about) => {
    const { body, result, asked } = await fetchedList({
      parameters: { [parameter]: { type: "string" } },
      answer: (query) => {
        const from = after(query.get(parameter));
        return { items: items(from, 20, TOTAL), ...about(from + 20 < TOTAL ? String(from + 20) : null) };
      },
    });
    expect(body).toMatchObject({ items: all });
    expect(result).toMatchObject({ pages: 3 });
    expect(result).not.toHaveProperty("more");
    expect(asked).toHaveLength(3);
  });

  test("are the id of the last item where has_more says so", async () => {
    const { body, asked } = await fetchedList({
      parameters: { starting_after: { type: "string" }, limit: integer },
      answer: (query) => {
        const from = query.has("starting_after") ? Number(query.get("starting_after")) + 1 : 0;
        return { object: "list", data: items(from, 20, TOTAL), has_more: from + 20 < TOTAL };
      },
    });
    expect(body).toMatchObject({ data: all });
    expect(asked).toEqual(["/films", "/films?starting_after=19", "/films?starting_after=39"]);
  });

  test("may come with an empty page in between", async () => {
    const { body } = await fetchedList({
      parameters: { cursor: { type: "string" } },
      answer: (query) => {
        const cursor = query.get("cursor");
        if (cursor === null) return { items: items(0, 5, 10), next_cursor: "gap" };
        return cursor === "gap"
          ? { items: [], next_cursor: "end" }
          : { items: items(5, 5, 10), next_cursor: null };
      },
    });
    expect(body).toMatchObject({ items: items(0, 10, 10) });
  });

  test("that lead in a circle end the list", async () => {
    const { result, asked } = await fetchedList({
      parameters: { cursor: { type: "string" } },
      answer: (query) => ({
        items: [{ id: query.get("cursor") }],
        next_cursor: query.get("cursor") === "b" ? "a" : query.get("cursor") === "a" ? "b" : "a",
      }),
    });
    expect(result).toMatchObject({ pages: 3 });
    expect(asked).toEqual(["/films", "/films?cursor=a", "/films?cursor=b"]);
  });

  test("that no argument takes are told as more", async () => {
    const { result } = await fetchedList({
      answer: () => ({ items: items(0, 20, TOTAL), next_cursor: "x" }),
    });
    expect(result).toMatchObject({ pages: 1, more: expect.stringContaining("not known to take one") });
  });
});

describe("links", () => {
  const from = (query: URLSearchParams) => Number(query.get("from") ?? 0);
  const path = (query: URLSearchParams) =>
    from(query) + 20 < TOTAL ? `/films?from=${from(query) + 20}` : undefined;

  test.each([
    ["next as a URL", (next: string | undefined, base: string) => ({ next: next && base + next })],
    ["next as a path", (next: string | undefined) => ({ next: next ?? null })],
    ["links.next", (next: string | undefined) => ({ links: { next: next ?? null } })],
    ["_links.next.href", (next: string | undefined) => ({ _links: next ? { next: { href: next } } : {} })],
    ["paging.next", (next: string | undefined, base: string) => ({ paging: { next: next && base + next } })],
    [
      "@odata.nextLink",
      (next: string | undefined, base: string) => ({ "@odata.nextLink": next && base + next }),
    ],
    [
      "links as a list",
      (next: string | undefined) => ({
        links: next
          ? [
              { rel: "self", href: "/" },
              { rel: "next", href: next },
            ]
          : [],
      }),
    ],
    ["a query alone", (next: string | undefined) => ({ next: next?.replace("/films", "") ?? null })],
  ])("%s", async (_, about) => {
    const { body, asked } = await fetchedList({
      answer: (query, base) => ({ value: items(from(query), 20, TOTAL), ...about(path(query), base) }),
    });
    expect(body).toMatchObject({ value: all });
    expect(asked).toEqual(["/films", "/films?from=20", "/films?from=40"]);
  });

  test("in the Link header carry a list that is the whole response", async () => {
    const { body, result } = await fetchedList({
      answer: (query) => items(from(query), 20, TOTAL),
      headers: (query, base) => {
        const next = path(query);
        return next === undefined
          ? {}
          : { link: `<${base}/films>; rel="first", <${base}${next}>; rel="next"` };
      },
    });
    expect(body).toEqual(all);
    expect(result).toMatchObject({ pages: 3, list: "" });
  });

  test("beside a list inside an object are those of that list", async () => {
    const { body } = await fetchedList({
      answer: (query) => ({ films: { items: items(from(query), 20, TOTAL), next: path(query) ?? null } }),
    });
    expect(body).toMatchObject({ films: { items: all } });
  });

  test("to another host are not followed, which is told", async () => {
    const { asked, result } = await fetchedList({
      answer: () => ({ results: items(0, 20, TOTAL), next: "http://other.example/films?from=20" }),
    });
    expect(asked).toEqual(["/films"]);
    expect(result).toMatchObject({ pages: 1, more: expect.stringContaining("leads to another host") });
  });

  test("that are damaged headers say nothing", async () => {
    const { result } = await fetchedList({
      answer: () => ({ results: items(0, 3, 3) }),
      headers: () => ({ link: "next: /films?page=2;;<" }),
    });
    expect(result).toMatchObject({ pages: 1 });
    expect(result).not.toHaveProperty("more");
  });
});

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
  expect(text).toBe('{"items": [ 12345678901234567891 ,12345678901234567892],"total_pages":2,"rate":1.10}');
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
