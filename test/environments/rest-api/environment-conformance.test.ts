import { describe } from "vitest";
import { environmentConformance } from "../../../src/testing/environment-conformance.ts";
import { vitestRunner } from "../../support/vitest-runner.ts";
import { cinemaApiEnvironment } from "./cinema-api-environment.ts";

describe("a REST-API environment on the sample API", () => {
  environmentConformance(vitestRunner, {
    open: cinemaApiEnvironment,
    task: { question: "Who directed The Ferryman of Bargate?" },
    actions: [
      { tool: "find_operations", arguments: { text: "search for a film by its title" } },
      { tool: "find_operations", arguments: { text: "zzz qqq" } },
      { tool: "describe_operation", arguments: { operation: "GET /search/films" } },
      {
        tool: "call_operation",
        arguments: { operation: "GET /search/films", arguments: { query: "ferryman bargate" } },
      },
      { tool: "extract", arguments: { response: "r1", expression: "results[0].id" } },
      {
        tool: "call_operation",
        arguments: { operation: "GET /films/{film_id}/credits", arguments: { film_id: 11340 } },
      },
      {
        tool: "extract",
        arguments: { response: "r2", program: "data.crew.find(c => c.job === 'Director').name" },
      },
    ],
    claim: { text: "e2" },
    nonsense: { text: "e9" },
  });
});
