import { describe, expect, it } from "vitest";
import { askedOn } from "./asked-on.ts";

describe("joins that only DuckDB has", () => {
  const ask = askedOn("duckdb");

  it("tie tables by place without a condition", async () => {
    const said = await ask("SELECT city.name, product.title FROM city POSITIONAL JOIN product");
    expect(said).toBe('[["Łódź","Red lamp"],["New York","Blue lamp"],["York","Desk"],["Paris","Chair"]]');
  });

  it("choose rows by their partners, and so count no pairs", async () => {
    const on = "customer ON customer.home_city_id = city.id";
    expect(await ask(`SELECT count(*) FROM city SEMI JOIN ${on}`)).toBe("[[3]]");
    expect(await ask(`SELECT city.name FROM city ANTI JOIN ${on}`)).toBe('[["Paris"]]');
  });

  it("may leave nothing where all have a partner, which is no fault", async () => {
    const said = await ask("SELECT name FROM customer ANTI JOIN city ON customer.home_city_id = city.id");
    expect(said).toBe("[] empty-result");
  });

  it("still have to be tied where they are joins on a condition", async () => {
    const said = await ask("SELECT count(*) FROM customer SEMI JOIN city ON customer.name = city.name");
    expect(said).toContain("warning join-no-overlap");
  });
});
