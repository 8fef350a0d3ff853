import type { JsonObject } from "../../../src/util/json.ts";

const parameter = (where: string, written: string, required: boolean) => {
  const [name = "", type = "string"] = written.split(":");
  return { name, in: where, required, schema: { type } };
};
const content = (schema: JsonObject[string]) => ({ content: { "application/json": { schema } } });

/**
 * Paths of a document in short, by lines such as `GET /films/{id:integer} getFilm ?query! ?page:integer`: method and path, the operation's id, and
 * parameters of its query, of which those with an exclamation mark are required; texts unless a type is said. `body` and `returns` are schemas in JSON;
 * all else stands in the operation as it is given, `parameters` after those of the line.
 */
export function apiPaths(lines: Readonly<Record<string, JsonObject>>): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const [line, { body, returns, parameters = [], ...more }] of Object.entries(lines)) {
    const [method = "", template = "", ...words] = line.split(" ");
    const path = template.replaceAll(/\{(\w+):\w+\}/gu, "{$1}");
    const inPath = [...template.matchAll(/\{([^}]+)\}/gu)].map(([, each = ""]) =>
      parameter("path", each, true),
    );
    const inQuery = words
      .filter((word) => word.startsWith("?"))
      .map((word) => parameter("query", word.slice(1).replace("!", ""), word.endsWith("!")));
    const operationId = words.find((word) => !word.startsWith("?"));
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        ...(operationId && { operationId }),
        parameters: [...inPath, ...inQuery, ...(parameters as readonly JsonObject[])],
        ...(body && { requestBody: { required: true, ...content(body) } }),
        responses: { 200: { description: "ok", ...(returns && content(returns)) } },
        ...more,
      },
    };
  }
  return paths;
}
