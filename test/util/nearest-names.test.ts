import { describe, expect, it } from "vitest";
import { nearestNames, SUGGESTION_SCORE } from "../../src/util/nearest-names.ts";

const COLUMNS = [
  "id",
  "CustomerName",
  "customer_id",
  "date_of_birth",
  "quantity",
  "invoice_number",
  "first_name",
  "last_name",
  "CountyName",
  "Enrollment (K-12)",
  "amount",
  "categories",
  "phone",
  "orderDate",
  "departments",
  "height_cm",
  "superhero",
];

function first(word: string, names: readonly string[] = COLUMNS): string | undefined {
  return nearestNames(word, names, { limit: 1 })[0]?.name;
}

describe("nearestNames", () => {
  it.each([
    ["customer_name", "CustomerName", "form"],
    ["customer name", "CustomerName", "form"],
    ["FIRST_NAME", "first_name", "form"],
    ["enrollmentK12", "Enrollment (K-12)", "form"],
    ["category", "categories", "plural"],
    ["amounts", "amount", "plural"],
    ["department", "departments", "plural"],
    ["name_first", "first_name", "order"],
    ["dateOrder", "orderDate", "order"],
    ["quantty", "quantity", "typo"],
    ["lsat_name", "last_name", "typo"],
    ["County_Nmae", "CountyName", "typo"],
    ["qty", "quantity", "abbreviation"],
    ["dob", "date_of_birth", "abbreviation"],
    ["invoice_num", "invoice_number", "abbreviation"],
    ["invoice_no", "invoice_number", "abbreviation"],
    ["custid", "customer_id", "abbreviation"],
    ["dept", "departments", "abbreviation"],
    ["amt", "amount", "abbreviation"],
    ["height", "height_cm", "partial"],
    ["phone_number", "phone", "partial"],
    ["heroes", "superhero", "partial"],
  ])("finds for %j the name %j (%s)", (word, name, why) => {
    const [nearest] = nearestNames(word, COLUMNS, { limit: 3 });
    expect(nearest).toMatchObject({ name, why });
    expect(nearest?.score).toBeGreaterThanOrEqual(SUGGESTION_SCORE);
  });

  it("scores an equal name 1 and puts it first", () => {
    expect(nearestNames("Name", ["name", "Name", "names"], { limit: 3 })).toEqual([
      { name: "Name", score: 1, why: "same" },
      { name: "name", score: 0.99, why: "form" },
      { name: "names", score: 0.95, why: "plural" },
    ]);
  });

  it("does not suggest names that have nothing to do with the word", () => {
    for (const word of ["banana", "xyz", "temperature", "weight"]) {
      for (const near of nearestNames(word, COLUMNS, { limit: 20 })) {
        expect(near.score, `${word} ${near.name}`).toBeLessThan(SUGGESTION_SCORE);
      }
    }
  });

  it("prefers the name with less left over", () => {
    expect(first("name", ["superhero_full_name", "first_name", "nation"])).toBe("first_name");
  });

  it("finds a several-word name by a plural and a typo at once", () => {
    expect(first("custmer_names")).toBe("CustomerName");
  });

  it("keeps the given order between equal scores, and the limit", () => {
    expect(nearestNames("name", ["b_name", "a_name", "c_name"], { limit: 2 }).map((n) => n.name)).toEqual([
      "b_name",
      "a_name",
    ]);
  });

  it("answers nothing for a word without letters or digits", () => {
    expect(nearestNames("?!", COLUMNS, { limit: 5 })).toEqual([]);
    expect(nearestNames("", COLUMNS, { limit: 5 })).toEqual([]);
  });

  it("works for names in other scripts", () => {
    expect(first("имя_клинета", ["имя_клиента", "адрес"])).toBe("имя_клиента");
    expect(first("学生名", ["学生姓名", "年龄"])).toBe("学生姓名");
  });
});
