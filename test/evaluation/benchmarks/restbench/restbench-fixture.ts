import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const thing = { type: "object", properties: { id: { type: "integer" }, name: { type: "string" } } };
const json = (schema: object) => ({
  "200": { description: "good", content: { "application/json": { schema } } },
});
const id = { name: "plant_id", in: "path", required: true, schema: { type: "integer" } };

/** Two small documents in RestBench's layout, of plants and of trains, and queries with slips in their paths. */
export function writeRestbench(folder: string, queries: object = PLANT_QUERIES): void {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, content: object) => writeFileSync(join(folder, name), JSON.stringify(content));
  const info = { title: "plants", version: "1" };
  const servers = [{ url: "https://plants.example/v1" }];
  const list = {
    type: "object",
    properties: { results: { type: "array", items: thing }, total: { type: "integer" } },
  };
  write("tmdb_oas.json", {
    openapi: "3.0.0",
    info,
    servers,
    paths: {
      "/search/plant": {
        get: {
          parameters: [{ name: "query", in: "query", required: true, schema: { type: "string" } }],
          responses: json(list),
        },
      },
      "/plant/popular": { get: { responses: json(list) } },
      "/plant/{plant_id}": { get: { parameters: [id], responses: json(thing) } },
      "/plant/{plant_id}/pests": { get: { parameters: [id], responses: json(list) } },
    },
  });
  write("tmdb.json", queries);
  write("spotify_oas.json", {
    openapi: "3.0.0",
    info: { title: "trains", version: "1" },
    servers,
    paths: {
      "/trains": {
        get: { responses: json(list) },
        post: {
          // Whether it is required is not said, as in Spotify's document.
          requestBody: {
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  required: ["name"],
                  properties: { name: { type: "string" }, slow: { type: "boolean" } },
                },
              },
            },
          },
          responses: { "201": { description: "made" } },
        },
      },
      "/trains/{number}": {
        delete: {
          parameters: [{ name: "number", in: "path", required: true, schema: { type: "integer" } }],
          responses: { "204": { description: "gone" } },
        },
      },
    },
  });
  write("spotify.json", [
    { query: "Which trains are there?", solution: ["GET /trains"] },
    { query: "Take the first train away", solution: ["GET /trains", "DELETE /trains/{number}"] },
  ]);
}

export const PLANT_QUERIES = [
  {
    query: "Which pests does the rose have?",
    solution: ["GET /search/plant", "GET /plant/{plant_id}/pests"],
  },
  { query: "Which plant is liked best?", solution: [" GET /plant/popular "] },
  {
    query: "How tall is the first of the liked plants?",
    solution: ["GET /plant/popular", "GET /plant/{pest_id}"],
  },
  { query: "Which gardens are there?", solution: ["GET /gardens"] },
];
