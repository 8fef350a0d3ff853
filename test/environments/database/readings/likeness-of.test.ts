import { describe, expect, it } from "vitest";
import { likenessOf } from "../../../../src/environments/database/readings/value-readings.ts";

describe("how a stored name goes by a person's words", () => {
  it.each([
    ["Night Ferry", "Night Ferry", "same"],
    ["night ferry", "Night Ferry", "form"],
    ["Etoile du Marche", "L'Étoile du Marché", "form"],
    ["Lost Key", "The Lost Key", "form"],
    ["Kern Nora", "Nora Kern", "form"],
    ["thriller", "Thrillers", "form"],
    ["Jennifer", "Jennifer Lawrence", "part"],
    ["the Lanterna", "Lanterna Midi", "part"],
    ["Trastavere", "Lanterna Trastevere", "near"],
    ["Christofur Noland", "Christopher Nolan", "near"],
    ["The Lust Bridge", "The Lost Bridge", "near"],
  ])("goes by %j to %j: %s", (asked, stored, likeness) => {
    expect(likenessOf(asked, stored)?.likeness).toBe(likeness);
  });

  it.each([
    ["The Quiet Garden 3", "The Quiet Garden 2"],
    ["Mark", "Market Street"],
    ["The Quiet Garden", "The Quiet Harbor"],
    ["the", "The Lost Key"],
    ["Sea", "Season"],
    ["Tom", "Tim"],
    ["2", "Night Ferry 2"],
    ["", "Night Ferry"],
    ["Night Ferry", "?!"],
  ])("does not take %j for %j", (asked, stored) => {
    expect(likenessOf(asked, stored)).toBeUndefined();
  });

  it("ranks one letter less far ahead of two, so that the nearer name can be taken alone", () => {
    const [one, two] = ["Copper Lamb", "Copper Lumb"].map(
      (name) => likenessOf("Copper Lamp", name)?.score ?? 0,
    );
    expect((one ?? 0) - (two ?? 0)).toBeGreaterThanOrEqual(0.15);
  });

  it("ranks the same before another form, that before a part, and that before a slip in a part", () => {
    const scores = ["Green Gate", "green gate", "Old Green Gate", "Old Grean Gate"].map(
      (name) => likenessOf("Green Gate", name)?.score ?? 0,
    );
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
    expect(new Set(scores).size).toBe(4);
  });
});
