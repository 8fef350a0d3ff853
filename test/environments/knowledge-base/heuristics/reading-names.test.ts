import { describe, expect, it } from "vitest";
import { asker } from "./ask-graph.ts";
import { LIBRARY } from "./worlds.ts";

const FILMS = `
  Who's Up, Doc? | directed by | Ed Moss
  The Long Way | directed by | Ann Reed
  The Long Way Home | directed by | Ed Moss
  frida_of_the_north | spouse | olaf_iii
  olaf_iii | cause of death | fever
  Schwarz Straße | directed by | Ann Reed
  Ed Moss | child | Lou Moss
`;

describe("names in questions", () => {
  it.each([
    ["who directed The Long Way Home", "Ed Moss"],
    ["who directed the long way", "Ann Reed"],
    ["Who directed Who's Up, Doc?", "Ed Moss"],
    ["who directed schwarz strasse", "Ann Reed"],
    ["what is the cause of death of frida_of_the_north 's husband ?", "fever"],
    ['Who directed "The Long Way"?', "Ann Reed"],
    ["who directed [The Long Way]", "Ann Reed"],
    ["Who directed the film The Long Way?", "Ann Reed"],
    ["Who is Ed Moss's child?", "Lou Moss"],
  ])("%s", async (question, answer) => {
    const ask = await asker(FILMS);
    expect((await ask(question)).answer).toEqual([answer]);
  });

  it("a typo in a marked name is asked about", async () => {
    const ask = await asker(LIBRARY);
    const heard = await ask('Who wrote "The Salt Raod"?');
    expect(heard.answer).toBeUndefined();
    expect(heard.asked).toBe('Nothing is called "The Salt Raod" here. Which of these do you mean?');
  });

  it("a typo in words that nothing marks as a name is not mended", async () => {
    const ask = await asker(LIBRARY);
    const heard = await ask("who wrote the salt raod");
    expect(heard.answer).toBeUndefined();
    expect(heard.words).toContain("raod");
  });
});
