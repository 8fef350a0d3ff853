import { answers, type Operation, operation } from "./operation.ts";
import { ref } from "./schema-shapes.ts";

const person = (id: string, path: string, summary: string, description: string, schema: string): Operation =>
  operation("People", "get", `/people/{person_id}${path}`, {
    id,
    summary,
    description,
    parameters: ["PersonId"],
    answer: answers(ref(schema), `${summary}.`),
  });

export const peopleOperations: readonly Operation[] = [
  operation("People", "get", "/people/popular", {
    id: "listPopularPeople",
    summary: "People who are popular now",
    description: "All people, the most popular first.",
    parameters: ["Page"],
    answer: answers(ref("PersonPage"), "One page of people."),
  }),
  person(
    "getPerson",
    "",
    "Details of a person",
    "Birth and death, place of birth, country, what the person is known for.",
    "Person",
  ),
  person(
    "getPersonFilms",
    "/films",
    "Films of a person",
    "All parts the person played and all jobs behind the camera (director, writer, composer, editor, director of photography).",
    "PersonFilms",
  ),
  person(
    "getPersonImages",
    "/images",
    "Portraits of a person",
    "Paths and sizes of portraits.",
    "PersonImages",
  ),
  person(
    "getPersonAwards",
    "/awards",
    "Awards of a person",
    "All nominations of the person by name, and which of them won.",
    "PersonAwards",
  ),
];
