import { describe, expect, it } from "vitest";
import { describeResponse } from "../../../../src/environments/rest-api/response/describe-response.ts";

const named = (items: readonly object[], budget?: number) =>
  describeResponse(
    { body: new TextEncoder().encode(JSON.stringify({ results: items })), mediaType: "application/json" },
    budget,
  );
const films = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, title: `Film ${at + 1}`, note: "x".repeat(80) }));
const SHORT = 80;

describe("the names of a list's items", () => {
  it("stand together, with their ids, before the sample", () => {
    expect(named(films(4), SHORT).names).toBe('1 "Film 1"; 2 "Film 2"; 3 "Film 3"; and 1 more');
  });

  it("are in the sample if that is the whole document", () => {
    expect(named(films(4)).names).toBeUndefined();
    expect(named(films(4)).sample).toContain("1 | Film 1\n2 | Film 2\n");
  });

  it("are left out where items have none, or are so few that the sample shows them", () => {
    expect(named([{ id: 1 }, { id: 2 }, { id: 3 }]).names).toBeUndefined();
    expect(named(films(2)).names).toBeUndefined();
    expect(named([]).names).toBeUndefined();
  });

  it("are found by other words for name and id, and clipped", () => {
    const items = Array.from({ length: 30 }, (_, at) => ({
      track_id: `t${at + 1}`,
      display_name: `${"n".repeat(100)}${at}`,
    }));
    expect(named(items).names).toMatch(/^t1 "n{59}…"; t2/u);
  });
});
