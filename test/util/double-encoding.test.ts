import { describe, expect, it } from "vitest";
import { brokenPieces, mendedText } from "../../src/util/double-encoding.ts";

/** What a program makes of a text that takes its UTF-8 for Windows-1252. */
function encodedTwice(text: string): string {
  return new TextDecoder("windows-1252").decode(new TextEncoder().encode(text));
}

describe("text that was encoded twice", () => {
  it.each(["München", "Łódź", "Ana García", "“10 €”", "naïve café", "Ærø", "Київ", "日本", "🙂 ok"])(
    "is mended: %s",
    (text) => expect(mendedText(encodedTwice(text))).toBe(text),
  );

  it.each(["München", "SÃO PAULO", "Ärger", "20 °C", "plain", "", "Âge", "ÉTÉ €5"])(
    "is not seen in text as it should be: %s",
    (text) => expect(mendedText(text)).toBeUndefined(),
  );

  it("is mended where only a part of the text is broken", () => {
    expect(mendedText("Müller, JÃ¼rgen")).toBe("Müller, Jürgen");
    expect(brokenPieces("Ã¼ber Ã¼ber Ã¶l")).toEqual([
      { piece: "Ã¼", meant: "ü" },
      { piece: "Ã¶", meant: "ö" },
    ]);
  });
});
