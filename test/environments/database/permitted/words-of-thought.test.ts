import { expect, it } from "vitest";
import { wordsOfThought } from "../../../../src/environments/database/permitted/permitted-actions.ts";

const words = (text: string): string => wordsOfThought(text).replace(/\s+/gu, " ").trim();

it("leaves a query out but for the values that it quotes", () => {
  expect(words("Ann first.\nSELECT name FROM person WHERE city = 'New York' LIMIT 1\nThen the rest.")).toBe(
    "Ann first. 'New York' Then the rest.",
  );
});

it("leaves tools and their arguments out but for what is quoted", () => {
  expect(words("Use check_query, or is_value_in_column(city, name, 'Rome') for Rome.")).toBe(
    "Use , or 'Rome' for Rome.",
  );
});

it("leaves code out but for what is quoted", () => {
  expect(words("Run `DESC LIMIT 5` on `type = 'Meeting'` now")).toBe("Run on 'Meeting' now");
  expect(words('```sql\nSELECT "Unit Price"\n``` done')).toBe('"Unit Price" done');
});

it("keeps sentences that have a keyword's word in them", () => {
  const said = "I want all that come from Paris, where they group by age and order by name.";
  expect(words(said)).toBe(said);
});
