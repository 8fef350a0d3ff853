import { expect, test } from "vitest";
import { fetchedList, items } from "./fetched-list.ts";

const integer = { type: "integer" };

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

test.each(["[1, 2", '"text"', '{"id": 1}', "title,year\nThe Ferry,1961"])(
  "what is no list in JSON is one page as it came: %s",
  async (answer) => {
    const { result, text } = await fetchedList({ parameters: { page: integer }, answer: () => answer });
    expect(text).toBe(answer);
    expect(result).toMatchObject({ pages: 1 });
    expect(result).not.toHaveProperty("more");
  },
);

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
