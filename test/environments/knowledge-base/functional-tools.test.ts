import { describe, expect, it } from "vitest";
import { Session } from "./fixture-environment.ts";

async function films(question = ""): Promise<Session> {
  const session = await Session.open(question);
  await session.take("instances", { class: "Film" });
  await session.take("get_attributes", { variable: "#0" });
  return session;
}

describe("argmax and argmin", () => {
  it("keep ties and say so, and count the members without a value", async () => {
    const session = await films();
    const { text, notes } = await session.take("argmax", { variable: "#0", attribute: "runtime" });
    expect(text).toBe("#1: 2 entities (Film): Casino, Epic\nruntime = 178");
    expect(notes.map(({ code }) => code)).toEqual(["ties", "nulls-present"]);
    expect(notes[1]?.message).toContain("1 of 8");
  });

  it("need the attributes of that same variable listed", async () => {
    const session = await films();
    await session.follow("mann", "^director");
    const failure = await session.fails("argmax", { variable: "#1", attribute: "runtime" });
    expect(failure.code).toBe("prerequisite-missing");
    expect(failure.suggestions[0]?.text).toBe('get_attributes("#1")');
  });

  it("name the nearest attribute of an unknown one", async () => {
    const session = await films();
    const failure = await session.fails("argmin", { variable: "#0", attribute: "runtme" });
    expect(failure).toMatchObject({ code: "unknown-attribute", suggestions: [{ text: "runtime" }] });
  });
});

describe("get_attributes", () => {
  it("tells kind, range and coverage", async () => {
    const session = await Session.open("the longest runtime");
    await session.take("instances", { class: "Film" });
    const text = await session.text("get_attributes", { variable: "#0" });
    expect(text.split("\n")[1]).toBe("runtime: number, -5 to 178 (7 of 8)");
  });
});

describe("filter", () => {
  it("takes a relation and an attribute that were not listed", async () => {
    const session = await Session.open();
    await session.take("instances", { class: "Film" });
    const given = { variable: "#0", comparison: "=" };
    const byRelation = { ...given, attribute: "country", value: "Germany" };
    expect((await session.take("filter", byRelation)).data).toMatchObject({ variable: "#1", size: 2 });
    const byAttribute = { ...given, attribute: "runtime", value: "178" };
    expect((await session.take("filter", byAttribute)).data).toMatchObject({ variable: "#2", size: 2 });
  });

  it.each([
    [">", "160", ["Casino", "Epic", "Heat"]],
    ["at least", "170", ["Casino", "Epic", "Heat"]],
    ["gt", "170.0", ["Casino", "Epic"]],
    ["less than", "100", ["Rivers", "Run Lola Run"]],
    ["=", "178", ["Casino", "Epic"]],
  ])("compares a number by %s %s", async (comparison, value, expected) => {
    const session = await films();
    const { data } = await session.take("filter", {
      variable: "#0",
      attribute: "runtime",
      comparison,
      value,
    });
    expect((data.sample as { name: string }[]).map(({ name }) => name).sort()).toEqual(expected);
  });

  it("takes the whole year by = on dates", async () => {
    const session = await films();
    const year = { variable: "#0", attribute: "released", value: "1995" };
    const equal = await session.take("filter", { ...year, comparison: "=" });
    expect((equal.data.sample as { name: string }[]).map(({ name }) => name).sort()).toEqual([
      "Casino",
      "Heat",
    ]);
    const others = await session.take("filter", { ...year, comparison: "!=" });
    expect(others.data.size).toBe(2);
    const after = await session.take("filter", { ...year, comparison: "after" });
    expect(after.data.size).toBe(4);
  });

  it("reads a value that is number and date as what most members have", async () => {
    const session = await films();
    const { data } = await session.take("filter", {
      variable: "#0",
      attribute: "year",
      comparison: ">=",
      value: "1998",
    });
    expect(data.size).toBe(3);
  });

  it("says of an empty result what the attribute holds", async () => {
    const session = await films();
    const given = { variable: "#0", attribute: "runtime", comparison: ">", value: "500" };
    const { data, warnings } = await session.take("filter", given);
    expect(data.size).toBe(0);
    expect(warnings[0]).toMatchObject({ code: "empty-result" });
    expect(warnings[0]?.message).toContain("from -5 to 178");
  });

  it("refuses a value of another kind and a comparison that is none", async () => {
    const session = await films();
    const given = { variable: "#0", attribute: "runtime" };
    expect(await session.fails("filter", { ...given, comparison: ">", value: "long" })).toMatchObject({
      code: "type-mismatch",
    });
    expect(await session.fails("filter", { ...given, comparison: "around", value: "1" })).toMatchObject({
      code: "invalid-arguments",
      part: { argument: "comparison" },
    });
  });

  it("compares entities and texts by name, after get_relations", async () => {
    const session = await films();
    await session.take("get_relations", { variable: "#0" });
    const drama = await session.take("filter", {
      variable: "#0",
      attribute: "genre",
      comparison: "=",
      value: "Drama",
    });
    expect(drama.data.size).toBe(4);
    const none = await session.take("filter", {
      variable: "#0",
      attribute: "genre",
      comparison: "=",
      value: "Dramas",
    });
    expect(none.warnings[0]).toMatchObject({ code: "value-not-found", suggestions: [{ text: "Drama" }] });
    const sold = await session.take("filter", {
      variable: "#0",
      attribute: "sold",
      comparison: "contains",
      value: "N/A",
    });
    expect(sold.data.sample).toEqual([{ id: "insider", name: "The Insider" }]);
  });
});

describe("intersection, union and difference", () => {
  it("refuse sets of different kinds", async () => {
    const session = await films();
    await session.take("values", { variable: "#0", attribute: "runtime" });
    for (const tool of ["intersection", "union"]) {
      const failure = await session.fails(tool, { variable1: "#0", variable2: "#1" });
      expect(failure.code).toBe("types-cannot-meet");
      expect(failure.message).toContain("different kinds");
    }
  });

  it("warn of a difference that takes nothing away", async () => {
    const session = await Session.open();
    await session.follow("heat", "genre");
    const { data, warnings } = await session.take("difference", { variable1: "#0", variable2: "pacino" });
    expect(data.size).toBe(2);
    expect(warnings.map(({ code }) => code)).toEqual(["always-true"]);
  });

  it("refuse classes that never meet without computing the set, where all classes are known", async () => {
    const session = await Session.open();
    await session.follow("heat", "genre");
    await session.follow("heat", "cast");
    const failure = await session.fails("intersection", { variable1: "#0", variable2: "#1" });
    expect(failure.code).toBe("types-cannot-meet");
    expect(failure.message).toContain("2 entities (Genre)");
    const { data } = await session.take("union", { variable1: "#0", variable2: "#1" });
    expect(data.size).toBe(4);
  });

  it("say of an empty intersection what each side is", async () => {
    const session = await films();
    await session.take("filter", { variable: "#0", attribute: "runtime", comparison: ">", value: "160" });
    await session.take("filter", { variable: "#0", attribute: "runtime", comparison: "<", value: "160" });
    const { data, warnings } = await session.take("intersection", { variable1: "#1", variable2: "#2" });
    expect(data.size).toBe(0);
    expect(warnings[0]?.message).toContain("#1: 3 entities (Film); #2: 4 entities");
  });

  it("take an entity away by its name", async () => {
    const session = await Session.open();
    await session.follow("mann", "^director");
    const { text } = await session.take("difference", { variable1: "#0", variable2: "Heat" });
    expect(text).toBe("#1: 2 entities (Documentary 1, Film 1): The Insider, Rivers");
  });
});

describe("count and values", () => {
  it("make a variable of one value, and one of all values", async () => {
    const session = await films();
    expect(await session.text("count", { variable: "#0" })).toBe("#1: 8, the number of members of #0");
    const { data } = await session.take("values", { variable: "#0", attribute: "runtime" });
    expect(data).toMatchObject({ variable: "#2", size: 7, kind: "numbers" });
  });

  it("say in an empty workspace which tools make a variable", async () => {
    const session = await Session.open();
    const failure = await session.fails("count", { variable: "#0" });
    expect(failure.code).toBe("prerequisite-missing");
    expect(failure.message).toContain("get_neighbors");
    await session.take("instances", { class: "Film" });
    expect(await session.fails("count", { variable: "#3" })).toMatchObject({
      code: "unknown-variable",
      suggestions: [{ text: "#0" }],
    });
  });
});
