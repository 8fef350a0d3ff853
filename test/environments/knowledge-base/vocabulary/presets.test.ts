import { describe, expect, it } from "vitest";
import { classTest } from "../../../../src/environments/knowledge-base/program/program.ts";
import {
  createNames,
  detectVocabulary,
} from "../../../../src/environments/knowledge-base/vocabulary/names.ts";
import { PRESETS } from "../../../../src/environments/knowledge-base/vocabulary/presets.ts";
import { hiddenPredicates } from "../../../../src/environments/knowledge-base/vocabulary/vocabulary.ts";

const NS = "http://rdf.freebase.com/ns/";
const LABEL = "http://www.w3.org/2000/01/rdf-schema#label";

describe.each(Object.values(PRESETS))("the preset $name", (preset) => {
  it("hides what labels, types and describes, and leaves no attribute hidden", () => {
    const hidden = hiddenPredicates(preset);
    expect([...preset.label, ...preset.type, ...preset.description].filter((each) => !hidden(each))).toEqual(
      [],
    );
    expect(Object.keys(preset.attributes).filter(hidden)).toEqual([]);
  });

  it("has short names that read back to the same IRI", () => {
    const names = createNames(preset);
    for (const [prefix, namespace] of Object.entries(preset.prefixes)) {
      const short = names.short(`${namespace}Some_name`);
      expect(short).toBe(prefix === "" ? "Some_name" : `${prefix}:Some_name`);
      expect(names.iri(short)).toBe(`${namespace}Some_name`);
    }
  });
});

describe("short names", () => {
  it("of Wikidata tell direct relations, statements, their values and qualifiers apart", () => {
    const names = createNames(PRESETS.wikidata);
    const prop = "http://www.wikidata.org/prop/";
    expect(
      ["direct/P57", "P57", "statement/P57", "qualifier/P580"].map((each) => names.short(prop + each)),
    ).toEqual(["wdt:P57", "p:P57", "ps:P57", "pq:P580"]);
    expect(names.short("http://www.wikidata.org/entity/statement/Q1-abc")).toBe("wds:Q1-abc");
  });
});

describe("which names mean classes", () => {
  it("is told by the name in Freebase and DBpedia, and by the data elsewhere", () => {
    const freebase = classTest(PRESETS.freebase);
    expect(
      ["film.film", "base.pethealth.symptom", "m.0c1", "g.11b", "en.film"].map((each) => freebase(NS + each)),
    ).toEqual([true, true, false, false, true]);
    const dbpedia = classTest(PRESETS.dbpedia);
    expect(dbpedia("http://dbpedia.org/ontology/Film")).toBe(true);
    expect(dbpedia("http://dbpedia.org/ontology/director")).toBe(false);
    expect(dbpedia("http://dbpedia.org/resource/Film")).toBe(false);
    expect(
      classTest(PRESETS.wikidata, ["http://www.wikidata.org/entity/Q5"])("http://www.wikidata.org/entity/Q5"),
    ).toBe(true);
    expect(classTest(PRESETS.rdfs)("http://x.org/Film")).toBe(false);
  });
});

describe("recognising a vocabulary", () => {
  it.each([
    ["freebase", [LABEL, `${NS}film.film.genre`]],
    ["wikidata", [LABEL, "http://www.wikidata.org/prop/direct/P31", "http://schema.org/name"]],
    ["dbpedia", [LABEL, "http://dbpedia.org/ontology/director", "http://xmlns.com/foaf/0.1/name"]],
    ["dbpedia", [LABEL, "http://de.dbpedia.org/property/regie"]],
    ["rdfs", [LABEL, "http://x.org/director"]],
    ["rdfs", []],
  ])("takes %s for %j", (name, predicates) => {
    expect(detectVocabulary(predicates).name).toBe(name);
  });

  it("knows the names that the reader of delimited files makes, and reads them without a prefix", () => {
    const prefixes = { "": "urn:fuxi:PQ-2H-kb:r:", e: "urn:fuxi:PQ-2H-kb:e:" };
    const relation = `${prefixes[""]}directed_by`;
    const found = detectVocabulary([LABEL, relation]);
    expect(found.name).toBe("delimited");
    expect(found.prefixes).toMatchObject(prefixes);
    const names = createNames(found);
    expect(names.short(relation)).toBe("directed_by");
    expect(names.short(`${prefixes["e"]}Alien`)).toBe("e:Alien");
  });

  it("gives every namespace of the predicates a prefix, whatever their order", () => {
    const predicates = [
      "http://example.org/films/ns#director",
      "http://example.org/films/ns#genre",
      "http://other.net/v1/size",
      "http://third.example.com/ns#x",
      "urn:things:weight",
      "http://purl.org/vocab/bio/0.1/date",
      LABEL,
    ];
    const found = detectVocabulary(predicates);
    expect(detectVocabulary(predicates.toReversed())).toEqual(found);
    const names = createNames(found);
    expect(predicates.map((each) => names.short(each))).toEqual([
      "ns:director",
      "ns:genre",
      "other:size",
      "ns2:x",
      "things:weight",
      "bio:date",
      "rdfs:label",
    ]);
    for (const each of predicates) expect(names.iri(names.short(each))).toBe(each);
  });
});
