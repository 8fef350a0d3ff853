// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the file explains how variables are written.
import { z } from "zod";
import { TOOL_SETS } from "../../agent/tool-names.ts";
import { SWITCHES, strategiesThatGive } from "../strategies.ts";
import { dsnProblem } from "./expand-variables.ts";

const price = z.strictObject({
  input: z.number().min(0),
  output: z.number().min(0),
  cachedInput: z.number().min(0).optional().describe("As input unless given."),
});

/** Prices for `fuxi eval`; also the schema of a file of prices. */
export const evaluationSchema = z.strictObject({
  prices: z
    .record(z.string().min(1), price)
    .optional()
    .describe("Of a million tokens each, by the names that --model takes."),
  currency: z.string().min(1).optional().describe("Of the prices (USD)."),
});

export type EvaluationContent = z.infer<typeof evaluationSchema>;

const VARIABLE = { type: "string", pattern: "\\$\\{[A-Za-z_][A-Za-z0-9_]*(:-[^}]*)?\\}" } as const;

/** The JSON Schema for editors. It also accepts a variable for every number, boolean, name or pattern. */
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

const text = z.string().min(1);
const texts = z.array(text);
const positive = z.number().positive();
const whole = z.number().int().positive();
const duration = z.string().regex(/^\d+[smhdw]$/u, "a time such as 30d, 12h or 90m is wanted");

const privacy = z
  .strictObject({
    allow: texts
      .optional()
      .describe("Only these tables and columns exist: customer, orders.*, hr.employee.name."),
    deny: texts.optional().describe("These do not exist. Wins over allow."),
    mask: texts.optional().describe("These exist, with *** in place of every value."),
  })
  .describe("Which parts of the target may be seen.");

const target = z
  .strictObject({
    dsn: z
      .string()
      .superRefine((written, { addIssue }) => {
        const message = dsnProblem(written);
        if (message !== undefined) addIssue({ code: "custom", message });
      })
      .optional()
      .describe("Address of a database, also as another tool writes it; its password as ${VARIABLE}."),
    file: text
      .optional()
      .describe("A database, data or RDF file, or a folder of data files, from this file's folder."),
    files: texts.min(1).optional().describe("Data files that are the tables of one database."),
    encoding: z
      .union([text, texts.min(1)], "a text or a list of texts is wanted")
      .optional()
      .describe(
        "Data files: the encoding of the text files, such as windows-1251; file=encoding for one of them. Found out unless given.",
      ),
    openapi: text
      .optional()
      .describe("OpenAPI or Swagger document: a path from this file's folder, or a URL."),
    sparql: z
      .string()
      .regex(/^https?:\/\//iu, "an http:// or https:// address is wanted")
      .optional()
      .describe("Address of a SPARQL 1.1 endpoint."),
    sample: z.enum(["cinema", "cinema-kb", "cinema-api"]).optional().describe("A bundled sample."),
    schemas: texts
      .optional()
      .describe("PostgreSQL: only tables of these schemas. MariaDB and MySQL: those of these databases."),
    descriptions: text
      .optional()
      .describe("Folder with descriptions of tables and columns, one CSV file for each table."),
    vocabulary: text
      .optional()
      .describe(
        "Knowledge bases: rdfs, freebase, wikidata, dbpedia, or a JSON file from this file's folder.",
      ),
    privacy: privacy.optional(),
    index: z
      .enum(["off", "lazy", "full"])
      .optional()
      .describe("How much of a database may be read ahead to find values. Servers: lazy unless given."),
    allowFunctions: texts
      .optional()
      .describe("Servers: functions that may be called although a read-only transaction does not hold them."),
    allowForeign: texts
      .optional()
      .describe("Servers: foreign tables that may be read: files, programs and other servers."),
    server: text.optional().describe("APIs: base URL, in place of the document's."),
    headers: texts.optional().describe('APIs: "Name: value", the value of a secret as ${VARIABLE}.'),
    headerFiles: texts.optional().describe("APIs: files with a line Name: value for each header."),
    allow: texts
      .optional()
      .describe('APIs: operations that may change something without asking: "POST /lists".'),
    readOnly: texts.optional().describe("APIs: operations other than GET that only read."),
    deny: texts.optional().describe("APIs: operations that do not exist for the model."),
    dryRun: z.boolean().optional().describe("APIs: requests are shown, not sent."),
    followOutside: z
      .boolean()
      .optional()
      .describe("APIs: references of the document may lead out of its folder or host."),
    trustHosts: texts
      .optional()
      .describe("APIs: hosts that may be reached although their address is private."),
    credentials: z
      .record(text, text)
      .optional()
      .describe(
        "By the name of the document's scheme (APIs), or authorization (SPARQL); values as ${VARIABLE}.",
      ),
  })
  .describe("One database, knowledge base or API: exactly one of dsn, file, files, openapi, sparql, sample.");

/** The schema of `fuxi.yaml`, from which `fuxi.schema.json` is generated. */
export const configurationSchema = z
  .strictObject({
    default: z
      .union([text, texts], "a text or a list of texts is wanted")
      .optional()
      .describe("Targets that are asked where a command names none."),
    targets: z
      .record(
        z.string().regex(/^[A-Za-z0-9_-]{1,32}$/u, "a name has letters, digits, _ and -, at most 32"),
        target,
      )
      .optional()
      .describe("What can be named on the command line by its id."),
    model: text.optional().describe("provider/name, or the name alone with modelUrl."),
    modelUrl: z
      .string()
      .regex(/^https?:\/\//iu, "an http:// or https:// address is wanted")
      .optional()
      .describe("Base URL of an OpenAI-compatible server."),
    temperature: z.number().min(0).optional(),
    strategy: z.enum(strategiesThatGive("answer")).optional(),
    without: z.array(z.enum(SWITCHES)).optional().describe("Parts of the strategy that are left out."),
    format: z
      .enum(["auto", "native", "text"])
      .optional()
      .describe("Tool calls as the provider's own or as text."),
    tools: z.enum(TOOL_SETS).optional().describe("Tools of a database that a model sees: lean unless given."),
    egress: z.enum(["schema", "masked", "all"]).optional().describe("What may reach the model's provider."),
    limits: z
      .strictObject({
        steps: whole.optional().describe("Replies of the model in one run."),
        tokens: whole.optional().describe("Tokens of one run."),
        seconds: positive.optional().describe("Time of one run."),
        rows: whole.optional().describe("Rows of one result."),
        querySeconds: positive.optional().describe("Time of one query."),
      })
      .optional(),
    mcp: z
      .strictObject({
        tools: z.enum(["minimal", "navigate", "build", "all"]).optional(),
        http: z.boolean().optional(),
        host: text.optional(),
        port: z.number().int().min(0).max(65_535).optional(),
        tokenFile: text.optional(),
        oauthIssuer: text.optional(),
        oauthAudience: text.optional(),
        scopes: texts.optional(),
        publicUrl: text.optional(),
        trustedProxies: texts.optional(),
        allowHosts: texts.optional(),
        allowOrigins: texts.optional(),
        keep: duration.optional().describe("How long an unused workspace is kept."),
      })
      .optional()
      .describe("As the options of fuxi mcp."),
    evaluation: evaluationSchema.optional().describe("What fuxi eval counts with."),
    store: text.optional().describe("Where runs are kept: a folder, or postgres://… that machines share."),
    retention: duration
      .optional()
      .describe("Runs and what belongs to them are deleted when they are older than this."),
  })
  .describe("Configuration of Fuxi. Texts may hold ${VARIABLE} and ${VARIABLE:-default}.");

/** The content of a file, with variables replaced and paths as written. */
export type ConfigurationContent = z.infer<typeof configurationSchema>;

export type TargetContent = NonNullable<ConfigurationContent["targets"]>[string];
