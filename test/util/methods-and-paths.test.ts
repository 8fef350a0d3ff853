import { expect, test } from "vitest";
import { methodsAndPaths } from "../../src/util/methods-and-paths.ts";

test.each([
  ["Call GET /search/everything with Silber.", ["GET /search/everything"]],
  ["Take `POST /lists`, then GET /lists/{list_id}.", ["POST /lists", "GET /lists/{list_id}"]],
  ["GET /films (by GET /films or (GET /films/{id}/credits))", ["GET /films", "GET /films/{id}/credits"]],
  ["get the films and/or GET them", []],
  ["", []],
])("%s names %j", (text, named) => {
  expect(methodsAndPaths(text)).toEqual(named);
});
