import { expect, test } from "vitest";
import { rootKey, wordKey } from "../../../../src/environments/rest-api/search/word-key.ts";

test.each([
  ["movies", "movie"],
  ["categories", "category"],
  ["people", "person"],
  ["cancelled", "canceled"],
  ["cancelling", "cancel"],
  ["theatre", "theaters"],
  ["colours", "color"],
  ["boxes", "box"],
  ["created", "creating"],
  ["organised", "organize"],
])("%s and %s have one key", (one, other) => {
  expect(wordKey(one)).toBe(wordKey(other));
});

test.each([
  ["series", "serious"],
  ["address", "addresses of"],
  ["user", "use"],
  ["string", "str"],
  ["need", "ne"],
])("%s and %s stay apart", (one, other) => {
  expect(wordKey(one)).not.toBe(wordKey(other));
});

test.each([
  ["recommendations", "recommend"],
  ["subscription", "subscribe"],
  ["payment", "pay"],
  ["notification", "notify"],
  ["authorization", "authorise"],
])("%s and %s have one root", (one, other) => {
  expect(rootKey(one)).toBe(rootKey(other));
});
