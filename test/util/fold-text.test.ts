import { describe, expect, it } from "vitest";
import { foldText } from "../../src/util/fold-text.ts";

describe("foldText", () => {
  it.each([
    ["  State   Special\tSchool ", "state special school"],
    ["Łódź", "lodz"],
    ["Søren Ærø", "soren aero"],
    ["Straße", "strasse"],
    ["STRASSE", "strasse"],
    ["İstanbul", "istanbul"],
    ["L’Hôpital", "l'hopital"],
    ["rock `n´ roll", "rock 'n' roll"],
    ["1999–2001", "1999-2001"],
    ["ﬁne ＡＢＣ", "fine abc"],
    ["Ångström", "angstrom"],
    ["non\u00a0breaking", "non breaking"],
    ["", ""],
  ])("folds %j to %j", (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it("gives the same for composed and decomposed accents", () => {
    expect(foldText("e\u0301")).toBe(foldText("\u00e9"));
  });

  it("keeps marks that make another letter in other scripts", () => {
    expect(foldText("が")).not.toBe(foldText("か"));
    expect(foldText("कि")).not.toBe(foldText("क"));
    expect(foldText("한국")).toBe("한국");
  });

  it("changes nothing when applied again", () => {
    for (const text of ["İI", "Ǿ", "ẞ", "Σας", "´a", "ǅ", "ﬃ", "½ ´ ¨"]) {
      expect(foldText(foldText(text))).toBe(foldText(text));
    }
  });
});
