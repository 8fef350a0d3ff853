import { cinemaStatuses } from "./cinema-schemas.ts";
import { answers, type Operation, operation } from "./operation.ts";
import { inQuery } from "./parameters.ts";
import { date, ref, text } from "./schema-shapes.ts";

export const cinemaOperations: readonly Operation[] = [
  operation("Cinemas", "get", "/cinemas", {
    id: "listCinemas",
    summary: "Cinemas of the chain",
    description: "The chain's cinemas by name.",
    parameters: [
      inQuery("country", text("Only cinemas in this country, such as `FR`.", { pattern: "^[A-Z]{2}$" })),
      inQuery("status", text("Only cinemas in this state.", { enum: cinemaStatuses })),
      "Page",
    ],
    answer: answers(ref("CinemaPage"), "One page of cinemas."),
  }),
  operation("Cinemas", "get", "/cinemas/{cinema_id}", {
    id: "getCinema",
    summary: "Details of a cinema",
    description: "Address, telephone, opening day and screens of a cinema.",
    parameters: ["CinemaId"],
    answer: answers(ref("Cinema"), "The cinema."),
  }),
  operation("Cinemas", "get", "/cinemas/{cinema_id}/screenings", {
    id: "getCinemaScreenings",
    summary: "What a cinema shows on a day",
    description:
      "All screenings of a cinema on one day, by time. The programme runs from 2024-01-01 to 2026-01-14; on some days a cinema shows nothing.",
    parameters: ["CinemaId", inQuery("date", date("The day, such as `2025-03-01`."), true)],
    answer: answers(ref("CinemaDay"), "The screenings of the day."),
  }),
];
