import { specTypeSchemas } from "@modelcontextprotocol/server";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { elicitationForm, readElicitation } from "../../../src/mcp/elicitation/elicitation-form.ts";
import type { PersonQuestion } from "../../../src/mcp/tools/mcp-tool.ts";

const FILMS = ['film "Homecoming" (2012)', 'film "Homecoming" (2019)'];
const WHICH: PersonQuestion = { message: "Which film?", choices: FILMS, ownWords: true };

const accept = (content: unknown) => ({ action: "accept", content });

describe("the form of a question", () => {
  it("offers the choices as one text, and own words beside them", () => {
    expect(elicitationForm(WHICH)).toEqual({
      mode: "form",
      message: "Which film?",
      requestedSchema: {
        type: "object",
        properties: {
          answer: {
            type: "string",
            title: "Answer",
            oneOf: FILMS.map((text) => ({ const: text, title: text })),
          },
          other: {
            type: "string",
            title: "Something else",
            description: "In your own words, where none of the answers fits.",
            maxLength: 2000,
          },
        },
      },
    });
  });

  it("demands a choice where own words are not taken, and own words where there is no choice", () => {
    const { requestedSchema: choice } = elicitationForm({ ...WHICH, ownWords: false });
    expect([Object.keys(choice.properties), choice.required]).toEqual([["answer"], ["answer"]]);
    const { requestedSchema: free } = elicitationForm({ ...WHICH, choices: [] });
    expect([Object.keys(free.properties), free.required]).toEqual([["other"], ["other"]]);
  });

  it.each<[string, PersonQuestion]>([
    ["choices and own words", WHICH],
    ["choices alone", { ...WHICH, ownWords: false }],
    ["own words alone", { ...WHICH, choices: [] }],
    ["an answer that can be kept", { ...WHICH, offersToRemember: true }],
    ["long choices that begin alike", { ...WHICH, choices: ["a".repeat(500), "a".repeat(600)] }],
  ])("is one that the protocol knows whole, with %s", async (_, question) => {
    const form = elicitationForm(question);
    const read = await specTypeSchemas.ElicitRequestFormParams["~standard"].validate(form);
    // What a client does not know it drops.
    expect(read).toEqual({ value: form });
    const { required = [], properties } = form.requestedSchema;
    expect(Object.values(properties).every(({ type }) => type === "string")).toBe(true);
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(required));
  });

  it("tells choices apart that read alike once they are short", () => {
    const choices = ["a".repeat(500), "a".repeat(600), "two\nlines"];
    const form = elicitationForm({ ...WHICH, choices });
    const { oneOf } = form.requestedSchema.properties["answer"] as { oneOf: { const: string }[] };
    const consts = oneOf.map((each) => each.const);
    expect(new Set(consts).size).toBe(3);
    expect(consts[2]).toBe("two\\nlines");
    expect(consts.map((text) => readElicitation(accept({ answer: text }), choices))).toMatchObject([
      { choice: 0, text: choices[0] },
      { choice: 1, text: choices[1] },
      { choice: 2, text: choices[2] },
    ]);
  });

  it("shows no more than eight choices", () => {
    const choices = Array.from({ length: 12 }, (_, at) => `film ${at}`);
    const form = elicitationForm({ ...WHICH, choices });
    expect(form.requestedSchema.properties["answer"]).toMatchObject({ oneOf: { length: 8 } });
    expect(readElicitation(accept({ answer: "film 9" }), choices)).toEqual({
      type: "answered",
      text: "film 9",
    });
  });

  it("takes what it is answered with by a client that keeps to it", () => {
    const ajv = new Ajv({ strict: false });
    const { requestedSchema } = elicitationForm({ ...WHICH, offersToRemember: true });
    for (const content of [
      { answer: FILMS[1] },
      { other: "the one with the letter", remember: "always" },
      {},
    ])
      expect(ajv.validate(requestedSchema, content)).toBe(true);
    for (const content of [{ answer: "another" }, { other: "x".repeat(2001) }, { remember: true }])
      expect(ajv.validate(requestedSchema, content)).toBe(false);
  });
});

describe("what comes back for a form", () => {
  it.each([
    ["a choice", { answer: FILMS[1] }, { text: FILMS[1], choice: 1 }],
    [
      "a choice but for case and spacing",
      { answer: ` ${FILMS[0]?.toUpperCase()}  ` },
      { text: FILMS[0], choice: 0 },
    ],
    ["own words", { other: " the newer one " }, { text: "the newer one" }],
    ["own words beside a choice", { answer: FILMS[0], other: "both" }, { text: "both" }],
    [
      "own words left empty beside a choice",
      { answer: FILMS[0], other: "  " },
      { text: FILMS[0], choice: 0 },
    ],
    ["own words that name a choice", { other: FILMS[1] }, { text: FILMS[1], choice: 1 }],
    ["a text from a client that shows no choices", { answer: "the newer one" }, { text: "the newer one" }],
    ["an answer to be kept", { answer: FILMS[0], remember: "always" }, { choice: 0, remember: true }],
  ])("is read as an answer: %s", (_, content, answer) => {
    expect(readElicitation(accept(content), FILMS)).toMatchObject({ type: "answered", ...answer });
  });

  it("is kept only where the person said so", () => {
    for (const remember of ["once", true, "yes", null])
      expect(readElicitation(accept({ answer: FILMS[0], remember }), FILMS)).not.toHaveProperty("remember");
  });

  it("says nothing where the form was closed", () => {
    for (const more of [{}, { content: { answer: FILMS[0] } }])
      expect(readElicitation({ action: "cancel", ...more }, FILMS)).toEqual({ type: "cancelled" });
  });

  it("keeps runs of spaces in choices: a value may be told apart by nothing else", () => {
    const choices = ["Harbour  East", "Harbour East", "two\nlines"];
    const { properties } = elicitationForm({ ...WHICH, choices }).requestedSchema;
    expect(properties["answer"]).toMatchObject({
      oneOf: [{ const: "Harbour  East" }, { const: "Harbour East" }, { const: "two\\nlines" }],
    });
    expect(readElicitation(accept({ answer: "Harbour East" }), choices)).toMatchObject({ choice: 1 });
  });

  it.each<[string, unknown]>([
    ["a decline", { action: "decline" }],
    ["a decline with content", { action: "decline", content: { answer: FILMS[0] } }],
    ["an unknown action", { action: "yes", content: { answer: FILMS[0] } }],
    ["no content", { action: "accept" }],
    ["null as content", accept(null)],
    ["a list as content", accept([FILMS[0]])],
    ["an empty form", accept({})],
    ["blank answers", accept({ answer: " ", other: "\n" })],
    ["a number", accept({ answer: 1 })],
    ["a list of choices", accept({ answer: FILMS })],
    ["an object", accept({ other: { text: "x" } })],
    ["a text that is too long to be taken whole", accept({ other: "x".repeat(2001) })],
    ["nothing", undefined],
    ["null", null],
    ["a text", "accept"],
    ["a list", []],
  ])("counts as declined: %s", (_, result) => {
    expect(readElicitation(result, FILMS)).toEqual({ type: "declined" });
  });
});
