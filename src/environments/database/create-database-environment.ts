import type { ActContext } from "../../environment/act-context.ts";
import type { Heuristics } from "../../environment/capabilities.ts";
import { checkEnvironmentId, defineEnvironment } from "../../environment/define-environment.ts";
import type { Description, Environment } from "../../environment/environment.ts";
import { heuristicsOnDemand } from "../../environment/interpretations.ts";
import type { ToolFailure } from "../../environment/tool-failure.ts";
import { NARROW, timeLeft } from "./act-limits.ts";
import { createClauseChecker } from "./check/create-clause-checker.ts";
import { conclude } from "./conclude/conclude.ts";
import { databaseInstructions } from "./database-instructions.ts";
import type { DatabaseServices } from "./database-services.ts";
import { type DatabaseState, emptyState, stateSchema } from "./database-state.ts";
import { databaseTools } from "./database-tools.ts";
import { observedDriver } from "./driver/observed-driver.ts";
import type { SqlDriver } from "./driver/sql-driver.ts";
import { SqlEngineError } from "./driver/sql-engine-error.ts";
import { egressWords } from "./egress-words.ts";
import { indexOnDemand, lazyIndex, noIndex, smallEnough } from "./index/index-on-demand.ts";
import { type OpenedValueIndex, openValueIndex } from "./index/open-value-index.ts";
import type { ValueIndex } from "./index/value-index.ts";
import { indexPreparation } from "./index-preparation.ts";
import { isEmptyPolicy, type PrivacyPolicy, policyKey } from "./privacy/privacy-policy.ts";
import { restrictDriver } from "./privacy/restricted-driver.ts";
import { readingsOnDemand } from "./readings/readings-on-demand.ts";
import { databaseReferences } from "./references/database-references.ts";
import { missingValues } from "./relations/relation.ts";
import { withRelations } from "./relations/services-with-relations.ts";
import { withCodedValues } from "./schema/coded-values.ts";
import type { DatabaseSchema, TableSchema } from "./schema/database-schema.ts";
import { withKeysInData, withLinksInData } from "./schema/keys-in-data.ts";
import { pruneSchema } from "./schema/prune-schema.ts";
import { readDescriptions } from "./schema/read-descriptions.ts";
import { describeSchema, detailWithin } from "./schema/render-schema.ts";
import { followSchema, type SchemaAndIndex } from "./schema-in-use.ts";
import { sqlCapability } from "./sql-capability.ts";
import type { ToolCall } from "./tools/database-tool.ts";
import { sampleRows } from "./tools/preview-rows.ts";
import { workspaceText } from "./workspace-text.ts";

/** A driver, where the index is kept, and how the schema is shown. */
export interface DatabaseEnvironmentOptions {
  /** Letters, digits, `_` and `-`. */
  readonly id: string;
  /** Belongs to the environment from now on and is closed with it. */
  readonly driver: SqlDriver;
  /** Where the value index keeps its files. */
  readonly cacheFolder: string;
  /** A folder with descriptions of tables and columns (BIRD's `database_description`). */
  readonly descriptionsFolder?: string;
  /** Budget of the schema in the prompt, in tokens (4,000). */
  readonly schemaTokens?: number;
  /** Rows of each table that are shown with the schema, as the papers' baselines do, where the budget allows (0). */
  readonly sampleRows?: number;
  /** Whether the schema in the prompt lists the values of text columns that have only a few short ones (true). */
  readonly codedValues?: boolean;
  /** "memory" writes no index files. Default "cached". */
  readonly indexMode?: "cached" | "memory";
  /**
   * How much of the database may be read to find values: `off`, nothing ahead, exact values are asked of the engine and near ones are those
   * of its statistics; `lazy`, small tables too when they are first needed; `full`, all of a database of up to 20 million cells, a larger one
   * once it is built. Default: `lazy` on servers, `full` on files.
   */
  readonly valueIndex?: "off" | "lazy" | "full";
  /** What the making of the database left in doubt: the first of the environment's `warnings`. */
  readonly notes?: readonly string[];
  /** What of the database may be seen (all of it). Holds for schema, index, tools, errors and whatever is kept of them. */
  readonly privacy?: PrivacyPolicy;
  /** Ends opening. */
  readonly signal?: AbortSignal;
  /** Rules for the built-in policy, in place of `databaseHeuristics`. */
  readonly heuristics?: (services: DatabaseServices) => Heuristics;
}

/** A database seen through the tools of the paper (Middleware, Section 3.1 and Appendix A.1; docs/tools.md lists them). */
export interface DatabaseEnvironment extends Environment {
  /** Built by `ensureBuilt`; the tools work before that, from the engine. */
  readonly index: ValueIndex;
  /** What its tools work with, for benchmarks and rules of your own. */
  readonly services: DatabaseServices;
  /** The notes given with it, and what in the descriptions could not be placed. */
  readonly warnings: readonly string[];
}

const SCHEMA_TOKENS = 4000;

/**
 * Opens a database as an environment: its schema is read at once, its value index opened but not built.
 *
 * @throws FuxiError `configuration-invalid` for an id with other characters, `data-invalid` for a folder that cannot be read, and
 * whatever the driver throws
 */
export async function createDatabaseEnvironment(
  given: DatabaseEnvironmentOptions,
): Promise<DatabaseEnvironment> {
  const { id, schemaTokens = SCHEMA_TOKENS } = given;
  checkEnvironmentId(id);
  const signal = given.signal ?? new AbortController().signal;
  const policed = await underPolicy(given, signal);
  const options = { ...policed, driver: observedDriver(policed.driver) };
  const { driver, notes = [] } = options;
  const version = await driver.schemaVersion?.(signal);
  const { warnings, ...first } = await readSchema(options, signal);
  const following = followSchema(driver, first, version, (end) => readSchema(options, end));
  const { services } = following;
  const checker = createClauseChecker(services);
  const environment = defineEnvironment<DatabaseState, ToolCall>({
    id,
    kind: "database",
    targetKey: driver.target.key,
    ...(options.privacy === undefined ? {} : { policyKey: policyKey(options.privacy) }),
    egressWords: egressWords(id, services),
    tools: databaseTools,
    instructions: databaseInstructions(driver),
    instructionsFor: (shown) => databaseInstructions(driver, shown),
    capabilities: {
      sql: sqlCapability(id, services),
      preparation: indexPreparation(services),
      references: databaseReferences({ environment: id, services, checker }),
      readings: readingsOnDemand(services),
      heuristics:
        options.heuristics?.(services) ??
        heuristicsOnDemand(async () =>
          (await import("./heuristics/database-heuristics.ts")).databaseHeuristics(id, services),
        ),
    },
    state: stateSchema,
    async empty(task, context) {
      // A database that cannot be asked now says so when it is asked something.
      await services.refreshSchema?.(context.signal).catch(() => false);
      return emptyState(task?.question);
    },
    open(state, context) {
      // All statements of an action share its time, which begins here.
      timeLeft(context);
      return { state, context, ...withRelations({ services, checker }, state.relations, context) };
    },
    describe: (context) => describe(services, options, context),
    described: () => services.schema,
    about: (question, context) => pruneSchema(services, question, schemaTokens, context.signal),
    workspaceText: (state) => workspaceText(state, driver.dialect),
    async permittedActions(call, hint) {
      const { permittedActions } = await import("./permitted/permitted-actions.ts");
      return permittedActions(id, call, hint);
    },
    conclude: (claim, call) => conclude(claim, { environment: id, ...call, doubts: notes }),
    seeMore: "Ask for fewer columns or rows.",
    failureOf: (error) => missingValues(error)?.failure ?? engineFailure(error),
    close: () => following.close().finally(() => driver.close()),
  });
  return {
    ...environment,
    get index() {
      return services.index;
    },
    services,
    warnings: [...notes, ...warnings],
  };
}

/** A tool's own statement that the engine stops or refuses is the model's to know of; a lost engine is not. */
function engineFailure(error: unknown): ToolFailure | undefined {
  if (!(error instanceof SqlEngineError)) return undefined;
  const { kind, engineMessage, advice } = error.facts;
  return kind === "time-limit"
    ? {
        code: "time-limit",
        message: "It ran over its time limit and was stopped.",
        suggestions: [NARROW],
      }
    : {
        code: "engine-refused",
        message: `The engine refused it: ${engineMessage}${advice === undefined ? "" : `. ${advice}`}`,
        suggestions: [],
      };
}

/** From here on nothing has the driver that sees everything. */
async function underPolicy(
  options: DatabaseEnvironmentOptions,
  signal: AbortSignal,
): Promise<DatabaseEnvironmentOptions> {
  const { driver, privacy, ...open } = options;
  if (privacy === undefined || isEmptyPolicy(privacy)) return { ...open, driver };
  try {
    return { ...options, driver: await restrictDriver(driver, privacy, signal) };
  } catch (error) {
    await driver.close();
    throw error;
  }
}

async function readSchema(
  options: DatabaseEnvironmentOptions,
  signal: AbortSignal,
): Promise<SchemaAndIndex & { readonly warnings: readonly string[] }> {
  const { driver, cacheFolder, indexMode, descriptionsFolder } = options;
  const keyed = await withKeysInData(driver, await driver.introspect(signal), signal);
  const read = await withLinksInData(driver, keyed, signal);
  const { schema, warnings } =
    descriptionsFolder === undefined
      ? { schema: read, warnings: [] }
      : await readDescriptions(descriptionsFolder, read);
  const stored = openValueIndex({ driver, schema, cacheFolder, ...(indexMode ? { mode: indexMode } : {}) });
  // A description that has no place may be one of what is denied.
  const told = options.privacy === undefined ? warnings : [];
  return { schema, warnings: told, index: chosenIndex(options, stored, schema) };
}

function chosenIndex(
  { driver, valueIndex }: DatabaseEnvironmentOptions,
  stored: OpenedValueIndex,
  schema: DatabaseSchema,
): ValueIndex {
  const mode = valueIndex ?? (driver.columnStatistics === undefined ? "full" : "lazy");
  if (mode === "off") return noIndex(stored);
  if (mode === "lazy") return lazyIndex(stored, schema);
  return smallEnough(schema) ? indexOnDemand(stored) : stored;
}

async function describe(
  services: DatabaseServices,
  { schemaTokens = SCHEMA_TOKENS, sampleRows: rows = 0, codedValues = true }: DatabaseEnvironmentOptions,
  context: ActContext,
): Promise<Description> {
  const shown = codedValues ? { ...services, schema: await withCodedValues(services, context) } : services;
  const fits = detailWithin(shown, schemaTokens) === "full" ? shown : services;
  const samples = await samplesOf(services, rows, context);
  // Samples belong to a table by its place: the shown schema has copies of the tables.
  const placed = fits.schema.tables.flatMap((table, at): [TableSchema, readonly string[]][] => {
    const original = services.schema.tables[at];
    const lines = original && samples.get(original);
    return lines === undefined ? [] : [[table, lines]];
  });
  return describeSchema(fits, schemaTokens, new Map(placed));
}

async function samplesOf(
  services: DatabaseServices,
  count: number,
  context: ActContext,
): Promise<ReadonlyMap<TableSchema, readonly string[]>> {
  const samples = new Map<TableSchema, readonly string[]>();
  if (count === 0) return samples;
  for (const table of services.schema.tables) {
    samples.set(table, await sampleRows(table, count, { services, context: { ...context } }));
  }
  return samples;
}
