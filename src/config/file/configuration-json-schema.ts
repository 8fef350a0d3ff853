import { z } from "zod";
import { configurationSchema } from "./configuration-schema.ts";

const VARIABLE = { type: "string", pattern: "\\$\\{[A-Za-z_][A-Za-z0-9_]*(:-[^}]*)?\\}" } as const;

/** The published form for editors. Wherever a number, a switch, a name or a pattern is wanted, a variable may stand. */
export function configurationJsonSchema(): Readonly<Record<string, unknown>> {
  const schema = z.toJSONSchema(configurationSchema, {
    io: "input",
    override({ jsonSchema }) {
      const { type, pattern, description } = jsonSchema;
      const isName = jsonSchema.enum !== undefined || (type === "string" && pattern !== undefined);
      if (type !== "number" && type !== "integer" && type !== "boolean" && !isName) return;
      const own = { ...jsonSchema };
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
      delete own.description;
      Object.assign(jsonSchema, { ...(description ? { description } : {}), anyOf: [own, VARIABLE] });
    },
  });
  return { ...schema, title: "fuxi.yaml" };
}
