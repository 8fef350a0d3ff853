import { describe, expect, it } from "vitest";
import { ByteDictionary } from "../../../../../../src/environments/knowledge-base/stores/embedded/table/byte-dictionary.ts";
import { findText } from "../../../../../../src/environments/knowledge-base/stores/embedded/table/file-dictionary.ts";

const bytes = (text: string) => Buffer.from(text);

describe("ByteDictionary", () => {
  it("numbers texts from 0 as they first come, and finds all of them when it has grown", () => {
    const dictionary = new ByteDictionary();
    const texts = Array.from({ length: 20_000 }, (_, i) => `text ${i * 7919}`);
    expect(texts.map((text) => dictionary.internBytes(bytes(text)))).toEqual(texts.map((_, i) => i));
    expect(texts.map((text) => dictionary.internBytes(bytes(text)))).toEqual(texts.map((_, i) => i));
    const frozen = dictionary.freeze();
    expect(texts.every((text, i) => findText(frozen, bytes(text), 0) === i)).toBe(true);
    expect(findText(frozen, bytes("text"), 0)).toBe(-1);
  });

  it("keeps equal bytes of different sorts apart", () => {
    const dictionary = new ByteDictionary();
    expect([0, 5, 0, 5].map((sort) => dictionary.internBytes(bytes("1"), sort))).toEqual([0, 1, 0, 1]);
    expect(dictionary.sortOf(1)).toBe(5);
    const frozen = dictionary.freeze();
    expect(findText(frozen, bytes("1"), 5)).toBe(1);
    expect(findText(frozen, bytes("1"), 4)).toBe(-1);
  });

  it("keeps texts that are longer than its chunks, and those around them", () => {
    const dictionary = new ByteDictionary();
    const long = Buffer.alloc(9_000_000, "ab");
    for (const text of [bytes("before"), long, bytes("after"), bytes("")]) dictionary.internBytes(text);
    expect(Buffer.from(dictionary.bytesOf(1)).equals(long)).toBe(true);
    const { text, offsets } = dictionary.freeze();
    expect([...offsets]).toEqual([0, 6, 9_000_006, 9_000_011, 9_000_011]);
    expect(Buffer.from(text.subarray(9_000_006)).toString()).toBe("after");
  });
});
