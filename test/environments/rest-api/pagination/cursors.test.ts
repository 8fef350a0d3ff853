import { describe, expect, test } from "vitest";
import { fetchedList, items } from "./fetched-list.ts";

const integer = { type: "integer" };
const TOTAL = 45;
const all = items(0, TOTAL, TOTAL);

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
