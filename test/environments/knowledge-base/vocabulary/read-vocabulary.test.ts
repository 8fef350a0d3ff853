import { describe, expect, it } from "vitest";
import { PRESETS } from "../../../../src/environments/knowledge-base/vocabulary/presets.ts";
import { readVocabulary } from "../../../../src/environments/knowledge-base/vocabulary/read-vocabulary.ts";
import { FuxiError } from "../../../../src/errors/fuxi-error.ts";

const EX = "http://example.org/";

describe("reading a vocabulary", () => {
  it("puts what is given before what the preset has", () => {
    const read = readVocabulary({
      extends: "rdfs",
      name: "films",
      prefixes: { "": EX, st: `${EX}statement/` },
      label: ["title", "rdfs:label"],
      languages: ["de", "EN"],
      mediators: { classes: ["Honor"], prefixes: ["st:"] },
      hidden: ["internal", "st:*", `${EX}link/*`],
      attributes: { sold: "number" },
    });
    const { rdfs } = PRESETS;
    expect(read).toEqual({
      ...rdfs,
      name: "films",
      prefixes: { ...rdfs.prefixes, "": EX, st: `${EX}statement/` },
      label: [`${EX}title`, ...rdfs.label],
      languages: ["de", "en", ""],
      mediators: { classes: [`${EX}Honor`], prefixes: [`${EX}statement/`], unlabelled: false },
      hidden: [`${EX}internal`, `${EX}statement/*`, `${EX}link/*`, ...rdfs.hidden],
      attributes: { [`${EX}sold`]: "number" },
    });
  });

  it.each([
    [{ lable: [] }, 'key "lable": there is no such key'],
    [{ extends: "yago" }, 'key "extends"'],
    [{ label: "rdfs:label" }, 'key "label"'],
    [
      { extends: "rdfs", alias: ["skoss:altLabel"] },
      'key "alias": "skoss:altLabel" is neither a full IRI nor a short name',
    ],
    [{ prefixes: { ex: "not an iri" } }, 'key "prefixes.ex"'],
    [{ mediators: { unlabeled: true } }, 'key "mediators.unlabeled": there is no such key'],
    [{ attributes: { [`${EX}x`]: "text" } }, `key "attributes.${EX}x"`],
    [{ languages: ["english please"] }, 'key "languages.0"'],
    [{ classPattern: "(" }, 'key "classPattern": it is no regular expression'],
    [[], 'key "(the whole file)"'],
  ])("refuses %j and names the key", (json, message) => {
    const reading = () => readVocabulary(json);
    expect(reading).toThrow(FuxiError);
    expect(reading).toThrow(message);
    expect(reading).toThrow(expect.objectContaining({ code: "configuration-invalid" }));
  });
});
