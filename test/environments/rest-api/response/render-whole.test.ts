import { describe, expect, it } from "vitest";
import { renderWhole } from "../../../../src/environments/rest-api/response/render-whole.ts";
import type { Json } from "../../../../src/util/json.ts";

const film = (id: number, more: object = {}) => ({
  id,
  title: `Film ${id}`,
  overview: "word ".repeat(40),
  ...more,
});
const page = (items: readonly object[]) =>
  ({ page: 1, results: items, total: items.length }) as unknown as Json;

describe("a document shown whole", () => {
  it("has lists of objects as tables, and what all rows have in common once", () => {
    const items = [1, 2, 3].map((id) => ({ id, award: 13, won: id > 1, at: { city: "Bonn" } }));
    expect(renderWhole(page(items), 400)).toBe(
      '{page: 1, results: 3 rows, each with award 13, at {city: "Bonn"}:\nid | won\n1 | false\n2 | true\n3 | true\ntotal: 3}',
    );
  });

  it("leaves out long texts and addresses by name, if there is no room for them", () => {
    const items = [1, 2].map((id) => film(id, { poster_path: `/films/${id}.jpg` }));
    expect(renderWhole(page(items), 2000)).toContain("word word");
    expect(renderWhole(page(items), 200)).toBe(
      "{page: 1, results: 2 rows (not shown: overview, poster_path):\nid | title\n1 | Film 1\n2 | Film 2\ntotal: 2}",
    );
    expect(renderWhole(film(1), 100)).toBe('{id: 1, title: "Film 1", (not shown: overview)}');
  });

  it("keeps rows and columns apart whatever the values hold", () => {
    const items = [{ id: 1, name: "a | b" }, { id: 2, name: "c\nd" }, { id: 3 }];
    expect(renderWhole(items as unknown as Json, 400)).toBe(
      '3 rows:\nid | name\n1 | "a | b"\n2 | "c\\nd"\n3 | \n',
    );
  });

  it("is none if there is no room, or if it is too deep", () => {
    expect(renderWhole(page([1, 2, 3, 4, 5, 6, 7, 8].map((id) => film(id))), 100)).toBeUndefined();
    expect(renderWhole(JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`), 20_000)).toBeUndefined();
  });
});
