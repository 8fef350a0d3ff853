import { describe, expect, it } from "vitest";
import { finding, judge, reading } from "./gate-fixture.ts";

const JENNIFERS = [
  reading('person "Jennifer Lawrence" (born 1990)', "part", 0.9, { replacement: "Jennifer Lawrence" }),
  reading('person "Jennifer Aniston" (born 1969)', "part", 0.6, { replacement: "Jennifer Aniston" }),
];
const FILMS = "Find films with Jennifer";

const refused = (guidance: string) => ({ type: "refuted", guidance: expect.stringContaining(guidance) });
const asked = (clarification: object) => ({
  type: "ask",
  clarification: expect.objectContaining(clarification),
});

describe("a wish to be given an id", () => {
  it.each([
    "Could you provide the valid id of Breaking Bad?",
    "What is the identifier of the customer?",
    "Which account ID do you mean?",
    "Please tell me the primary key for that order.",
    "Customer ID?",
    "The show was not found. I need its id to go on.",
  ])("is refuted: %s", async (question) => {
    expect(await judge("How many seasons has Breaking Bad?", { question })).toEqual(refused("not ids"));
  });

  it.each([
    ["readings that show ids", "Is it Twilight (2008, id 8966) or Twilight (1998, id: 41210)?", ["Twilight"]],
    ["columns of ids", "Which id do you mean, the account's or the client's?", ["id"]],
    ["a film that is called so", "Do you mean the film or the series Idents?", ["Idents"]],
    ["what is to be shown", "Should the list show ids or names?", []],
  ])("is not seen in a question about %s", async (_, question, words) => {
    const wish = { question, words, kind: "missing" as const };
    expect(await judge("Show the id of Twilight and Idents", wish)).toEqual(asked({ question }));
  });
});

it("sends what cannot be done here to giving up", async () => {
  expect(await judge("The Twitter handle of Natalie Portman?", { kind: "unsupported" })).toEqual(
    refused("give up at once"),
  );
});

it("refutes a question without words", async () => {
  expect(await judge(FILMS, { question: " ? " })).toEqual(refused("says nothing"));
});

describe("what was said before", () => {
  const before = { words: ["Jennifer"], question: "Which Jennifer?", reply: "Jennifer Lawrence" };

  it("is not asked again, whatever the case", async () => {
    const wish = { question: "Who is she?", words: ["jennifer"] };
    expect(await judge(FILMS, wish, { asked: [before], found: { jennifer: JENNIFERS } })).toEqual(
      refused("the person said: Jennifer Lawrence"),
    );
  });

  it("is not asked again in the same words about other ones", async () => {
    expect(await judge(FILMS, { question: "which jennifer" }, { asked: [before] })).toEqual(
      refused("asked before"),
    );
  });

  it("is not asked again where the person did not want to say", async () => {
    const declined = { ...before, reply: "", declined: true };
    expect(await judge(FILMS, { words: ["Jennifer"] }, { asked: [declined] })).toEqual(
      refused("did not want to say. Go on with the likeliest meaning"),
    );
  });

  it("may be asked about where it is unclear in its turn, and only once", async () => {
    const vague = { words: ["her"], question: "Whose films?", reply: "Jennifer" };
    const wish = { question: "Which Jennifer?", words: ["her"] };
    const found = { Jennifer: JENNIFERS };
    const task = { question: "List her films" };
    expect(await judge(task.question, wish, { asked: [vague], found })).toMatchObject({
      type: "ask",
      clarification: {
        readings: [{ replacement: "Jennifer Lawrence" }, { replacement: "Jennifer Aniston" }],
      },
    });
    const again = { ...wish, question: "Which of them?" };
    expect(await judge(task.question, again, { asked: [vague, before], found })).toMatchObject({
      type: "refuted",
    });
  });

  it("holds from the glossary, from this run and from the run before", async () => {
    const settled = [{ words: "exclusively virtual", meaning: "Virtual = 'F'" }];
    const question = "How many schools are exclusively virtual?";
    const wish = { words: ["exclusively virtual"] };
    expect(await judge(question, wish, { task: { question, settled } })).toEqual(refused("Virtual = 'F'"));
    const previous = { run: "r", question: "Which are exclusively virtual?", settled };
    expect(await judge(question, wish, { task: { question, previous } })).toEqual(refused("Virtual = 'F'"));
  });

  it("is recognised where the words stood in the question to the person only", async () => {
    const director = { words: [], question: "Which director do you mean?", reply: "the first" };
    expect(await judge("Who made it?", { words: ["director"] }, { asked: [director] })).toEqual(
      refused("asked before"),
    );
  });

  it("leaves the rest of a wish open", async () => {
    const wish = { words: ["Jennifer", "good"], options: ["liked by critics", "liked by viewers"] };
    const verdict = await judge("Find good films with Jennifer", wish, { asked: [before] });
    expect(verdict).toEqual(asked({ words: ["good"] }));
  });
});

describe("what the environment shows", () => {
  it("is offered where several things are called so, the likeliest first", async () => {
    const verdict = await judge(FILMS, { words: ["Jennifer"] }, { found: { Jennifer: JENNIFERS } });
    expect(verdict).toEqual(
      asked({
        words: ["Jennifer"],
        readings: JENNIFERS.map(({ text, replacement }) => ({ environment: "films", text, replacement })),
      }),
    );
  });

  it("refutes a question about the only thing of that name", async () => {
    const found = { "Jennifer Lawrence": [reading('person "Jennifer Lawrence"', "same", 1)] };
    const verdict = await judge("Films of Jennifer Lawrence", { words: ["Jennifer Lawrence"] }, { found });
    expect(verdict).toEqual(refused('anything but person "Jennifer Lawrence". Take that.'));
  });

  it("refutes it too where the policy calls it missing", async () => {
    const found = { "Jennifer Lawrence": [reading('person "Jennifer Lawrence"', "same", 1)] };
    const wish = { words: ["Jennifer Lawrence"], kind: "missing" as const };
    expect(await judge("Films of Jennifer Lawrence", wish, { found })).toEqual(refused("Take that."));
  });

  it("has a slip taken that only one name is near, and said", async () => {
    const found = {
      "Christofur Noland": [
        reading('person "Christopher Nolan"', "near", 0.85),
        reading('person "Christo Ford"', "near", 0.55),
      ],
    };
    const wish = { words: ["Christofur Noland"], kind: "problematic" as const };
    expect(await judge("The latest film of Christofur Noland?", wish, { found })).toEqual(
      refused('but person "Christopher Nolan". Take that, and say with the answer that you assumed it.'),
    );
  });

  it("lets a slip through that several names are near", async () => {
    const found = { Fargp: [reading("film Fargo", "near", 0.8), reading("series Fargo", "near", 0.8)] };
    expect((await judge("Who made Fargp?", { words: ["Fargp"] }, { found })).type).toBe("ask");
  });

  it("does not answer what is left out by a column of that name", async () => {
    const found = { year: [reading("the column film.year", "same", 1, { kind: "column" })] };
    const wish = { question: "Which year?", words: ["year"], kind: "missing" as const };
    expect((await judge("How many films in that year?", wish, { found })).type).toBe("ask");
  });

  it("does not take a word that points at something for a name", async () => {
    const found = { It: [reading("film It (2017)", "same", 1)] };
    const wish = { question: "Which film?", words: ["It"], kind: "several-meanings" as const };
    expect((await judge("Who made It?", wish, { found })).type).toBe("ask");
  });

  it("judges each of several words by itself", async () => {
    const found = { Jennifer: JENNIFERS, Twilight: [reading("film Twilight (2008)", "same", 1)] };
    const wish = { words: ["Twilight", "Jennifer"] };
    const verdict = await judge("Was Jennifer in Twilight?", wish, { found });
    expect(verdict).toEqual(asked({ words: ["Jennifer"] }));
    const clear = { Jennifer: JENNIFERS.slice(0, 1), Twilight: found.Twilight };
    expect(await judge("Was Jennifer in Twilight?", wish, { found: clear })).toEqual(
      refused('"Twilight" can hardly mean anything but film Twilight (2008). Take that. Here "Jennifer"'),
    );
  });

  it("offers no choice where one answer would have to stand for two things", async () => {
    const found = { Jennifer: JENNIFERS, Fargo: [reading("film", "same", 1), reading("series", "same", 1)] };
    const verdict = await judge("Was Jennifer in Fargo?", { words: ["Jennifer", "Fargo"] }, { found });
    expect(verdict).toEqual(asked({ words: ["Jennifer", "Fargo"], readings: [] }));
  });

  it("is offered for the one of several words that anything is called", async () => {
    const wish = { words: ["Jennifer", "films with Jennifer"] };
    const verdict = await judge(FILMS, wish, { found: { Jennifer: JENNIFERS } });
    expect(verdict).toMatchObject({ clarification: { words: ["Jennifer"], readings: [{}, {}] } });
  });

  it("is compared over environments by likeness, not by score", async () => {
    const environments = [
      finding({ Paris: [reading("city Paris", "same", 0.5)] }, "cities"),
      finding({ Paris: [reading("person Paris Hilton", "part", 0.9)] }, "people"),
    ];
    const question = "How big is Paris?";
    expect(await judge(question, { words: ["Paris"] }, { environments })).toEqual(refused("city Paris"));
    const both = [...environments, finding({ Paris: [reading("film Paris", "same", 0.4)] }, "films")];
    const verdict = await judge(question, { words: ["Paris"] }, { environments: both });
    expect(verdict).toMatchObject({
      type: "ask",
      clarification: {
        readings: [{ environment: "cities" }, { environment: "films" }, { environment: "people" }],
      },
    });
  });

  it("is no choice where it is one guess, or a guess at what was left out", async () => {
    const guess = reading("the column film.remake_of", "related", 0.4, { kind: "column" });
    const found = { "that film": [guess, { ...guess, text: "the column film.title" }], money: [guess] };
    const missing = { words: ["that film"], kind: "missing" as const };
    expect(await judge("Who made that film?", missing, { found })).toEqual(asked({ readings: [] }));
    const money = { words: ["money"] };
    expect(await judge("Who made most money?", money, { found })).toEqual(asked({ readings: [] }));
    expect(await judge("Who made that film?", { words: ["that film"] }, { found })).toMatchObject({
      clarification: { readings: [{}, {}] },
    });
  });

  it("gives way to options of the policy that results have shown", async () => {
    const found = { Fargoe: [reading("film Fargo", "near", 0.9)] };
    const wish = { words: ["Fargoe"], options: ["Fargo (1996)", "Fargo (2014)"] };
    expect((await judge("Who made Fargoe?", wish, { found, seen: wish.options })).type).toBe("ask");
    expect((await judge("Who made Fargoe?", wish, { found })).type).toBe("refuted");
  });
});

describe("a question that is put", () => {
  it("offers the policy's options beside what was found, each once, eight at most", async () => {
    const many = Array.from({ length: 8 }, (_, i) => reading(`person Jennifer ${i}`, "part", 0.5));
    const options = ["person jennifer 0", "none of your Jennifers"];
    const verdict = await judge(FILMS, { words: ["Jennifer"], options }, { found: { Jennifer: many } });
    const texts = verdict.type === "ask" ? verdict.clarification.readings.map(({ text }) => text) : [];
    expect(texts).toHaveLength(8);
    expect(texts).toContain("none of your Jennifers");
    expect(texts).not.toContain("person jennifer 0");
  });

  it("names only words that stand in the person's question", async () => {
    const verdict = await judge("Who made it?", {
      question: "Which film?",
      words: ["the film's title"],
      kind: "missing",
    });
    expect(verdict).toEqual(asked({ words: [] }));
  });

  it("keeps the readings that came with the wish", async () => {
    const readings = [{ environment: "films", text: "one", token: { id: 1 } }];
    const found = { Jennifer: JENNIFERS.slice(0, 1) };
    expect(await judge(FILMS, { words: ["Jennifer"], readings }, { found })).toEqual(asked({ readings }));
  });

  it("shows a reading in the words of the option that means it, and only once", async () => {
    const options = ["Jennifer Lawrence (The Hunger Games)", "Jennifer Aniston (Friends)"];
    const verdict = await judge(FILMS, { words: ["Jennifer"], options }, { found: { Jennifer: JENNIFERS } });
    expect(verdict).toEqual(
      asked({
        readings: JENNIFERS.map(({ replacement }, at) => ({
          environment: "films",
          text: options[at],
          replacement,
        })),
      }),
    );
  });

  it("offers each column once, in the policy's words, and nothing that the policy left out", async () => {
    const [jennifer] = JENNIFERS;
    if (!jennifer) throw new Error("The fixture has no Jennifer.");
    const read = (text: string, replacement: string) => ({ ...jennifer, text, replacement });
    const found = {
      time: [
        read("the column entries.gun_time_s", "entries gun time s"),
        read("the column entries.chip_time_s", "entries chip time s"),
        read("races 'Thornby Time Trial'", "Thornby Time Trial"),
      ],
    };
    const options = ["gun time (gun_time_s)", "chip time (chip_time_s)"];
    const verdict = await judge("Who had the best time?", { words: ["time"], options }, { found });
    expect(verdict).toEqual(asked({ readings: options.map((text) => expect.objectContaining({ text })) }));
  });

  it("lets a narrower question through where what was said fits two of its choices", async () => {
    const before = { words: ["Iyengar"], question: "Which Iyengar?", reply: "Naveen Iyengar" };
    const task = { settled: [{ words: "Iyengar", meaning: "Naveen Iyengar" }] };
    const wish = { question: "The director or the actor?", words: ["Iyengar"] };
    const options = ["Naveen Iyengar (directing)", "Naveen Iyengar (acting)"];
    const question = "Top earner of Iyengar?";
    const known = { asked: [before], task: { question, ...task } };
    expect((await judge(question, { ...wish, options }, known)).type).toBe("ask");
    expect((await judge(question, { ...wish, options: ["the director", "the actor"] }, known)).type).toBe(
      "refuted",
    );
  });

  it("asks for a name that was only hinted at, as something missing", async () => {
    const question = "When was the film about the simulation made?";
    const wish = { question: "Which simulation?", words: ["the simulation"] };
    expect(await judge(question, { ...wish, kind: "problematic" })).toEqual(refused("as something missing"));
    expect(await judge(question, { ...wish, kind: "missing" })).toEqual(
      asked({ words: ["the simulation"], readings: [] }),
    );
  });
});

describe("how a sentence is read", () => {
  const wish = { words: ["films"], options: ["each film once", "every ticket"] };
  const found = { films: [reading("the table film", "form", 1)] };

  it("may be asked once a check has shown that the results differ, although the words are clear", async () => {
    expect(await judge("How many films were seen?", wish, { found, isOpen: true })).toEqual(
      asked({ readings: wish.options.map((text) => expect.objectContaining({ text })) }),
    );
  });

  it("is not asked before, nor without choices", async () => {
    expect(await judge("How many films were seen?", wish, { found })).toEqual(
      refused("hardly mean anything"),
    );
    const open = { words: ["films"], options: [] };
    expect(await judge("How many films were seen?", open, { found, isOpen: true })).toEqual(
      refused("hardly mean anything"),
    );
  });
});
