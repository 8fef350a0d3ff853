import { describe, expect, test } from "vitest";
import { fetchedList, items } from "./fetched-list.ts";

const TOTAL = 45;
const all = items(0, TOTAL, TOTAL);

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

  test("to another host are not followed, which is told", async () => {
    const { asked, result } = await fetchedList({
      answer: () => ({ results: items(0, 20, TOTAL), next: "http://other.example/films?from=20" }),
    });
    expect(asked).toEqual(["/films"]);
    expect(result).toMatchObject({ pages: 1, more: expect.stringContaining("leads to another host") });
  });
});
