import { beforeAll, describe, expect, it } from "vitest";
import { asker, type Heard } from "./ask-graph.ts";
import { FAMILY, FILMS, GEOGRAPHY, LIBRARY, ODD_NAMES } from "./worlds.ts";

/** Questions with the labels or values of their answers. */
type Understood = readonly (readonly [question: string, ...answer: string[]])[];

const GEOGRAPHY_QUESTIONS: Understood = [
  ["What is the capital of Arland?", "Lund"],
  ["which country is Vik in?", "Bergia"],
  ["What is the population of Lund?", "600000"],
  ["What is the population of the capital of Bergia?", "250000"],
  ["list all rivers", "Great Wend", "Orre", "Sill"],
  ["How many cities are there?", "7"],
  ["What is the number of cities?", "7"],
];

const LIBRARY_QUESTIONS: Understood = [
  ["Who wrote The Salt Road?", "Nora Quist"],
  ["who was The Salt Road written by", "Nora Quist"],
  ["which books did nora quist write", "The Ninth Bell", "The Salt Road", "Winter Letters"],
  ["Nora Quist wrote which books?", "The Ninth Bell", "The Salt Road", "Winter Letters"],
  [
    "Which books were written by Nora Quist and illustrated by Tomas Reed?",
    "The Ninth Bell",
    "Winter Letters",
  ],
  ["books by Emil Brandt published by Lamp House", "A Field of Glass"],
  ["How many books did Nora Quist write?", "3"],
  ["When was Harbour published?", "1999"],
  ["Where did Nora Quist die?", "Millford"],
  ["Who illustrated the books that Paula Voss wrote?", "Sara Lind"],
  ["Who published the books that Sara Lind illustrated?", "Lamp House", "Northway Press"],
  ["Which books share an author with Harbour?"],
  ["Which books share an illustrator with Harbour?", "Quiet Rooms", "The Salt Road"],
  ["Which books were illustrated by the author of Harbour?", "Harbour", "Quiet Rooms", "The Salt Road"],
  ["Could you please tell me who wrote Harbour?", "Sara Lind"],
];

const FAMILY_QUESTIONS: Understood = [
  ["Who is the father of Hugo Berg?", "Anton Berg"],
  ["Hugo Berg 's wife 's job ?", "teacher"],
  ["Who are the children of Anton Berg?", "Hugo Berg", "Lena Berg"],
  ["Where was the mother of Lena Berg born?", "Visby"],
  ["Who was born in Falun?", "Anton Berg", "Mia Berg"],
  ["Who is married to Rosa Ek?", "Hugo Berg"],
  ["What does Hugo Berg do?", "teacher"],
  ["What is the profession of Heat?", "miller"],
  ["Who is the mother of Ben?", "Dora"],
  ["Who are the parents of Ben?", "Carl", "Dora"],
];

const FILM_QUESTIONS: Understood = [
  ["which films did Ada Bell act in", "Low Sun", "Red Tide"],
  ["who co-starred with Ada Bell", "Gus Orr", "Kit Lowe"],
  ["the actor Ada Bell acted together with who", "Gus Orr", "Kit Lowe"],
  ["which films have the same actor of Deep Mine", "Low Sun"],
  ["the director of Red Tide also directed which films", "Low Sun"],
  ["the films directed by the director of Red Tide", "Low Sun", "Red Tide"],
  ["who starred in the films whose directors also directed Red Tide", "Ada Bell", "Kit Lowe"],
  ["what genre are the movies that the actors of Red Tide also starred in", "Comedy"],
  ["the movies directed by Max Thorn were released in which years", "1988", "1991"],
  ["describe Deep Mine", "mine rescue"],
];

const NAME_QUESTIONS: Understood = [
  ["who directed The Long Way Home", "Ed Moss"],
  ["who directed the long way", "Ann Reed"],
  ["Who directed Who's Up, Doc?", "Ed Moss"],
  ["who directed schwarz strasse", "Ann Reed"],
  ['Who directed "The Long Way"?', "Ann Reed"],
  ["who directed [The Long Way]", "Ann Reed"],
  ["Who directed the film The Long Way?", "Ann Reed"],
  ["Who is Ed Moss's child?", "Lou Moss"],
  ["Who wrote It?", "Sam Hill"],
  ["who wrote moor", "Bea Hill"],
  ["Where was Ann Poe born?", "Gorm"],
];

const WORLDS: readonly (readonly [name: string, graph: string, questions: Understood])[] = [
  ["places with classes, numbers and dates", GEOGRAPHY, GEOGRAPHY_QUESTIONS],
  ["books", LIBRARY, LIBRARY_QUESTIONS],
  ["persons without classes", FAMILY, FAMILY_QUESTIONS],
  ["films over several relations", FILMS, FILM_QUESTIONS],
  ["names that are hard to see", ODD_NAMES, NAME_QUESTIONS],
];

describe.each(WORLDS)("questions about %s", (_, graph, questions) => {
  let ask: (question: string) => Promise<Heard>;
  beforeAll(async () => {
    ask = await asker(graph);
  });

  it.each(questions.map(([question, ...answer]) => ({ question, answer })))(
    "$question",
    async ({ question, answer }) => {
      const heard = await ask(question);
      if (answer.length === 0) expect(heard.reason).toContain("Nothing fits");
      else expect({ answer: heard.answer, reason: heard.reason }).toEqual({ answer, reason: undefined });
    },
  );
});
