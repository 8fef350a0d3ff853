import type { Problem } from "./operation.ts";
import { nullable, object, type Schema, text } from "./schema-shapes.ts";

export const errorSchema: Schema = object("What went wrong.", {
  error: object("The error.", {
    code: text("A word for programs, such as `not_found`.", {
      enum: [
        "bad_json",
        "unauthorized",
        "forbidden",
        "not_found",
        "method_not_allowed",
        "conflict",
        "too_large",
        "invalid_input",
        "internal",
      ],
    }),
    message: text("A sentence for people."),
    field: nullable(text("The parameter or the property of the body at fault; null if none is.")),
  }),
});

/** The names of `components.responses` by status. */
export const problemNames: Readonly<Record<Problem, string>> = {
  400: "BadJson",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  409: "Conflict",
  413: "TooLarge",
  422: "InvalidInput",
};

const descriptions: Readonly<Record<Problem, string>> = {
  400: "The body is not JSON.",
  401: "The call needs a valid token: `Authorization: Bearer <token>`.",
  403: "The thing belongs to somebody else.",
  404: "There is nothing with this id.",
  409: "It is there already.",
  413: "The body is larger than 64 kB.",
  422: "A parameter or the body is missing or wrong; `field` names it.",
};

export const errorResponses: Readonly<Record<string, Schema>> = Object.fromEntries(
  ([400, 401, 403, 404, 409, 413, 422] as const).map((status) => [
    problemNames[status],
    {
      description: descriptions[status],
      content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
    },
  ]),
);
