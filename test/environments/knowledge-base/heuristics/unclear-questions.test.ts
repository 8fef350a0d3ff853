import { beforeAll, describe, expect, it } from "vitest";
import { asker, type Heard, type Person } from "./ask-graph.ts";
import { FAMILY, GEOGRAPHY, LIBRARY, NAMESAKES, ODD_NAMES } from "./worlds.ts";

type Ask = (question: string, person?: Person) => Promise<Heard>;

const choosing =
  (text: string): Person =>
  (_, choices) => {
    const choice = choices.findIndex((each) => each.includes(text));
    return { type: "answered", text: choices[choice] ?? text, choice };
  };
const saying =
  (text: string): Person =>
  () => ({ type: "answered", text });

describe("unclear questions", () => {
  let namesakes: Ask;
  let library: Ask;
  beforeAll(async () => {
    [namesakes, library] = await Promise.all([asker(NAMESAKES), asker(LIBRARY)]);
  });

  it.each([
    ["What is the population of Springfield?", "country: Arland", ["1000"]],
    ["What is the population of Springfield?", "country: Cestria", ["2000"]],
    ["When was Jennifer born?", "Jennifer Berg", ["1975-08-30"]],
    ["Who wrote Night Road?", "Light Road", ["Jennifer Lind"]],
    ["Which books did Jennifer write?", "Jennifer Berg", ["Night Roads"]],
  ])("%s is answered once the person has chosen %s", async (question, choice, answer) => {
    expect((await namesakes(question, choosing(choice))).answer).toEqual(answer);
  });

  it.each([
    ["What is the population of Springfield?", "the one in Cestria", ["2000"]],
    ["When was Jennifer born?", "I meant Jennifer Lind.", ["1961-02-03"]],
    ["When was Jennifer born?", "sara quist", ["1950-01-01"]],
    ["When was she born?", "Sara Quist", ["1950-01-01"]],
    ["Which books did she write?", "Sara Quist", ["The Salt Mill"]],
    ["Who wrote that book?", "The Salt Mill", ["Sara Quist"]],
  ])("%s is answered once the person has said %s", async (question, said, answer) => {
    expect((await namesakes(question, saying(said))).answer).toEqual(answer);
  });

  it("a name that nothing has is asked back with the names near it", async () => {
    const { asked, kind, choices } = await namesakes("Who wrote Night Road?");
    expect(asked).toBe('Nothing here is called "Night Road". Which of these is meant?');
    expect(kind).toBe("problematic");
    expect(choices).toEqual(['book "Night Roads" (1999)', 'book "Light Road" (2001)']);
  });

  it("the only one of which a part of its name is written is asked about", async () => {
    const { answer, words } = await namesakes("Who wrote Salt Mill?");
    expect(answer).toBeUndefined();
    expect(words).toEqual(["Salt Mill"]);
  });

  it("of several of one name the one that has what is asked for is taken, and that is said", async () => {
    const ask = await asker(`
      Ida a Person
      Ida@2 a Boat
      Ida | birthplace | Mora
    `);
    const heard = await ask("Where was Ida born?");
    expect(heard.answer).toEqual(["Mora"]);
    expect(heard.assumptions).toContain('"Ida" was read as person "Ida".');
  });

  it.each([
    ["When was he born?", "he", "Who"],
    ["Who wrote it?", "it", "What"],
    ["Who illustrated it?", "it", "What"],
    ["Who wrote these books?", "these books", "What"],
    ["Who wrote that book?", "that book", "Which"],
  ])("%s points to nothing, and it is asked what %s means", async (question, words, begins) => {
    const heard = await library(question);
    expect(heard).toMatchObject({ kind: "missing", words: [words], choices: [] });
    expect(heard.asked?.startsWith(begins)).toBe(true);
  });

  it.each([
    "books that were illustrated by their author",
    "Which books have their author from Lund?",
    "What is her shoe size?",
    "Who translated Harbour?",
    "How many employees does Springfield have?",
    "Springfield country which population city?",
  ])("%s cannot be answered whatever the person says, and nothing is asked", async (question) => {
    for (const ask of [library, namesakes]) {
      const heard = await ask(question);
      expect(heard.answer).toBeUndefined();
      expect(heard.asked).toBeUndefined();
    }
  });

  it("of a name that two cities have it is asked which one is meant", async () => {
    const { answer, asked, words, choices } = await (await asker(GEOGRAPHY))(
      "Which country is Springfield in?",
    );
    expect(answer).toBeUndefined();
    expect(asked).toBe('What is meant by "Springfield"?');
    expect(words).toEqual(["Springfield"]);
    expect(choices).toEqual([
      'city "Springfield" (country: Arland)',
      'city "Springfield" (country: Cestria)',
    ]);
  });

  it("a year in a name is no misspelling of another year", async () => {
    const ask = await asker(`
      Heron Prize 2010 | winner | Ida Holm
      Heron Prize 2011 | winner | Ann Reed
    `);
    const heard = await ask("Who is the winner of Herron Prize 2010?");
    expect(heard.choices).toHaveLength(1);
    expect((await ask("Who is the winner of Heron Prize 2012?")).answer).toBeUndefined();
  });
});

describe("what is not answered", () => {
  it.each([
    ["Who is the president of Arland?", ["president"]],
    ["Which singers live in Lund?", ["singers", "live"]],
    ["What is the capitol of Arland?", ["capitol"]],
    ["What is the colour of the flag of Bergia?", ["colour", "flag"]],
    ["what is the capital of francia", ["francia"]],
  ])("%s names the words that mean nothing here", async (question, words) => {
    const heard = await (await asker(GEOGRAPHY))(question);
    expect(heard.answer).toBeUndefined();
    expect(heard.words).toEqual(words);
  });

  it.each([
    [LIBRARY, "What is the price of Harbour?"],
    [LIBRARY, "Which customers bought Harbour?"],
    [LIBRARY, "What is the average number of pages?"],
    [LIBRARY, "Is Harbour longer than Quiet Rooms?"],
    [LIBRARY, "Which books have more than 400 pages?"],
    [LIBRARY, "books by Nora Quist that were not published by Northway Press"],
    [LIBRARY, "What other books did the author of The Salt Road write?"],
    [LIBRARY, "Which books were written by Sara Lind or Paula Voss?"],
    [LIBRARY, "Which books were published between 1970 and 2000?"],
    [LIBRARY, "books published in 1974"],
    [LIBRARY, "What is the longest book by Nora Quist?"],
    [LIBRARY, "Which books were written by Sara Lind and published by Northway Press?"],
    [LIBRARY, "Nora Quist"],
    [LIBRARY, "Who wrote Harbour or not?"],
    [LIBRARY, " ? "],
    [FAMILY, "Who is the grandfather of Mia Berg?"],
    [ODD_NAMES, "who wrote it"],
    ["Ben | father | Carl\nDora | mother | Edda", "Who is the mother of Ben?"],
    ["Ben | parents | Carl, Dora\nCarl | gender | x", "Who is the mother of Ben?"],
    ["Lake Fen | drains into | Orm\nLake Fen | empties into | Tarn", "Where does Lake Fen flow?"],
  ])("%s: %s", async (graph, question) => {
    const { answer, reason, asked } = await (await asker(graph))(question);
    expect(answer).toBeUndefined();
    expect(`${reason}${asked}`).not.toBe("");
  });
});
