import { describe, expect, it } from "vitest";
import { visibleLines, visibleText } from "../../src/util/visible-text.ts";

describe("visible text", () => {
  it.each([
    ["a line feed", "\n", "\\n"],
    ["a carriage return", "\r", "\\r"],
    ["a tab", "\t", "\\t"],
    ["a vertical tab", "\v", "\\u{b}"],
    ["a form feed", "\f", "\\u{c}"],
    ["a next line", "\u0085", "\\u{85}"],
    ["a line separator", "\u2028", "\\u{2028}"],
    ["a paragraph separator", "\u2029", "\\u{2029}"],
    ["an escape of terminals", "\u001b", "\\u{1b}"],
    ["a mark of no width", "\u200b", "\\u{200b}"],
    ["a byte order mark", "\ufeff", "\\u{feff}"],
    ["a soft hyphen", "\u00ad", "\\u{ad}"],
    ["a word joiner", "\u2060", "\\u{2060}"],
    ["what turns the text", "\u202e", "\\u{202e}"],
    ["an isolate", "\u2066", "\\u{2066}"],
    ["a mark of direction", "\u200f", "\\u{200f}"],
    ["a tag", "\u{e0041}", "\\u{e0041}"],
    ["a variation selector behind a letter", "\ufe0f", "\\u{fe0f}"],
    ["a variation selector of the supplement", "\u{e0100}", "\\u{e0100}"],
    ["a joiner between Latin letters", "\u200d", "\\u{200d}"],
    ["a non-joiner between Latin letters", "\u200c", "\\u{200c}"],
    ["a combining joiner", "\u034f", "\\u{34f}"],
    ["a Hangul filler", "\u3164", "\\u{3164}"],
    ["a leading filler of Hangul", "\u115f", "\\u{115f}"],
    ["a braille pattern without dots", "\u2800", "\\u{2800}"],
    ["a character for private use", "\ue000", "\\u{e000}"],
    ["half a character", "\ud800", "\\u{d800}"],
  ])("shows %s", (_, character, shown) => {
    expect(visibleText(`a${character}b`)).toBe(`a${shown}b`);
  });

  it.each([
    ["many scripts", 'Zürich, Łódź, 東京, 서울, हिन्दी, 😀 "x" = {"a": [1, 2]}'],
    ["Arabic and Hebrew", "السلام عليكم, שָׁלוֹם, ۝"],
    ["non-joiners between Persian letters", "می\u200cخواهم خانه\u200cها"],
    ["joiners between Indic letters", "क्\u200dष ශ්\u200dරී"],
    ["a joiner that makes a last letter of Malayalam", "അവന്\u200d പോയി"],
    ["emoji of several", "👩\u200d👩\u200d👧 🏳\ufe0f\u200d🌈 🕵🏻\u200d♂\ufe0f"],
    ["emoji and keys by their form", "❤\ufe0f ☎\ufe0e 1\ufe0f\u20e3"],
    ["spaces of other widths", "山田\u3000太郎, 5\u00a0%"],
  ])("leaves %s as it is", (_, text) => {
    expect(visibleText(text)).toBe(text);
  });

  it("lets nothing hide behind a joiner that is in its place", () => {
    expect(visibleText("می\u200c\u200c\u200dخ")).toBe("می\\u{200c}\\u{200c}\\u{200d}خ");
    expect(visibleText("❤\ufe0f\ufe0f\u200d!")).toBe("❤\\u{fe0f}\\u{fe0f}\\u{200d}!");
    expect(visibleText("ന്\u200d\u200d")).toBe("ന്\\u{200d}\\u{200d}");
  });

  it("reads its own result as it is", () => {
    const once = visibleText("a\n\u202e\u{e0041}b");
    expect(visibleText(once)).toBe(once);
  });
});

it("leaves line feeds and tabs of a text of several lines, and no other breaks", () => {
  expect(visibleLines("a\n\tb\r\nc\u2028d\u202e")).toBe("a\n\tb\\r\nc\\u{2028}d\\u{202e}");
});
