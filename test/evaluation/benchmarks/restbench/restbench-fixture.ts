import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { apiPaths } from "../../../environments/rest-api/api-paths.ts";

const thing = { type: "object", properties: { id: { type: "integer" }, name: { type: "string" } } };

/** Two small documents in RestBench's layout, of plants and of trains, and queries with slips in their paths. */
export function writeRestbench(folder: string, queries: object = PLANT_QUERIES): void {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, content: object) => writeFileSync(join(folder, name), JSON.stringify(content));
  const servers = [{ url: "https://plants.example/v1" }];
  const returns = {
    type: "object",
    properties: { results: { type: "array", items: thing }, total: { type: "integer" } },
  };
  write("tmdb_oas.json", {
    openapi: "3.0.0",
    info: { title: "plants", version: "1" },
    servers,
    paths: apiPaths({
      "GET /search/plant ?query!": { returns },
      "GET /plant/popular": { returns },
      "GET /plant/{plant_id:integer}": { returns: thing },
      "GET /plant/{plant_id:integer}/pests": { returns },
    }),
  });
  write("tmdb.json", queries);
  const train = { name: { type: "string" }, slow: { type: "boolean" } };
  const schema = { type: "object", required: ["name"], properties: train };
  write("spotify_oas.json", {
    openapi: "3.0.0",
    info: { title: "trains", version: "1" },
    servers,
    paths: apiPaths({
      "GET /trains": { returns },
      // Whether it is required is not said, as in Spotify's document.
      "POST /trains": { requestBody: { content: { "application/json": { schema } } } },
      "DELETE /trains/{number:integer}": {},
    }),
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
