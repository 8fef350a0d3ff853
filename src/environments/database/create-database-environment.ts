import type { ActContext } from "../../environment/act-context.ts";
import type { Heuristics } from "../../environment/capabilities.ts";
import { checkEnvironmentId, defineEnvironment } from "../../environment/define-environment.ts";
import { type Marked, ownText, redacted, say } from "../../environment/egress/marks.ts";
import type { Environment, MarkedDescription } from "../../environment/environment.ts";
import { heuristicsOnDemand } from "../../environment/interpretations.ts";
import { hasNoRules, type PrivacyRules, privacyKey } from "../../environment/privacy-rules.ts";
import type { MarkedFailure } from "../../environment/tool-failure.ts";
import { defaultFolders } from "../../util/default-folders.ts";
import { NARROW, timeLeft } from "./act-limits.ts";
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
import { indexPreparation } from "./index/index-preparation.ts";
import { type OpenedValueIndex, openValueIndex } from "./index/open-value-index.ts";
import type { ValueIndex } from "./index/value-index.ts";
import { restrictDriver } from "./privacy/restricted-driver.ts";
import { databaseReferences } from "./references/database-references.ts";
import { missingValues } from "./relations/relation.ts";
import { withRelations } from "./relations/services-with-relations.ts";
import { withCodedValues, withFewCells } from "./schema/coded-values.ts";
import type { DatabaseSchema } from "./schema/database-schema.ts";
import { describeSchema, detailWithin } from "./schema/describe-schema.ts";
import { withKeysInData, withLinksInData } from "./schema/keys-in-data.ts";
import { pruneSchema } from "./schema/prune-schema.ts";
import { readDescriptions } from "./schema/read-descriptions.ts";
import { followSchema, type SchemaAndIndex } from "./schema-in-use.ts";
import { sqlCapability } from "./sql-capability.ts";
import type { ToolCall } from "./tools/database-tool.ts";
import { workspaceText } from "./workspace-text.ts";

/** Options for a database environment. */
export interface DatabaseEnvironmentOptions {
  /** Letters, digits, `_` and `-`. */
  readonly id: string;
  /** Owned by the environment, which closes it. */
  readonly driver: SqlDriver;
  /** Where the value index keeps its files. Unless given, `FUXI_CACHE_DIR` or the platform's own folder. */
  readonly cacheFolder?: string;
  /** A folder with descriptions of tables and columns (BIRD's `database_description`). */
  readonly descriptionsFolder?: string;
  /** Budget of the schema in the prompt, in tokens (4,000). Of one that exceeds it the names and what a question needs are shown, in half of it. */
  readonly schemaTokens?: number;
  /** "memory" writes no index files. Default "cached". */
  readonly indexMode?: "cached" | "memory";
  /**
   * How much of the database may be indexed to find values. `off`: nothing; exact values are looked up on the engine, near ones only in its
   * statistics. `lazy`: small tables too, on first use. `full`: all of a database of up to 20 million cells on first use, a larger one
   * only by an explicit build. Default: `lazy` on servers, `full` on files.
   */
  readonly valueIndex?: "off" | "lazy" | "full";
  /** Doubts from creating the database; the first of the environment's `warnings`. */
  readonly notes?: readonly string[];
  /**
   * Visible parts of the database (all). Applies to schema, index, tools, errors and everything stored of them. Patterns: `table`, `table.column`,
   * `schema.table`, `schema.table.column`; `*` stands for any characters of one part, and a part in double quotes may contain dots. A name without
   * `*` in `allow` also lets a view show data that it takes from denied or masked columns.
   */
  readonly privacy?: PrivacyRules;
  /** Cancels opening. */
  readonly signal?: AbortSignal;
  /** Rules for the built-in policy, in place of `databaseHeuristics`. */
  readonly heuristics?: (services: DatabaseServices) => Heuristics;
}

/** A database seen through the tools of the paper (Middleware, Section 3.1 and Appendix A.1; docs/tools.md lists them). */
export interface DatabaseEnvironment extends Environment {
  /** Built by `ensureBuilt`; the tools work before that, from the engine. */
  readonly index: ValueIndex;
  /** The services that its tools use, for benchmarks and custom rules. */
  readonly services: DatabaseServices;
  /** The `notes` of the options, and entries of the descriptions that match no table or column. */
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
  const environment = defineEnvironment<DatabaseState, ToolCall, Marked>({
    id,
    kind: "database",
    targetKey: driver.target.key,
    ...(options.privacy === undefined ? {} : { policyKey: privacyKey(options.privacy) }),
    egressWords: egressWords(id, services),
    tools: databaseTools,
    instructions: databaseInstructions(driver),
    instructionsFor: (shown) => databaseInstructions(driver, shown),
    capabilities: {
      sql: sqlCapability(id, services),
      preparation: indexPreparation(services),
      references: databaseReferences(id, services),
      readings: {
        async find(...given) {
          const { databaseReadings } = await import("./readings/database-readings.ts");
          return databaseReadings(services).find(...given);
        },
      },
      heuristics:
        options.heuristics?.(services) ??
        heuristicsOnDemand(async () =>
          (await import("./heuristics/database-heuristics.ts")).databaseHeuristics(id, services),
        ),
    },
    state: stateSchema,
    async empty(task, context) {
      // A database that is unreachable now reports that with the first tool call.
      await services.refreshSchema?.(context.signal).catch(() => false);
      return emptyState(task?.question);
    },
    open(state, context) {
      // All statements of an action share its time, which begins here.
      timeLeft(context);
      return { state, context, services: withRelations(services, state.relations, context) };
    },
    describe: (context) => describe(services, options, context),
    described: () => services.schema,
    about: (question, context) => pruneSchema(services, question, schemaTokens, context),
    workspaceText: (state) => workspaceText(state, driver.dialect),
    async permittedActions(call, hint) {
      const { permittedActions } = await import("./permitted/permitted-actions.ts");
      return permittedActions(id, call, hint);
    },
    conclude: (claim, call) => conclude(claim, { environment: id, ...call, doubts: notes }),
    seeMore: say`Ask for fewer columns or rows.`,
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

/** The failure for the model when the engine stops or refuses a tool's own statement; undefined for other errors, such as a lost connection. */
function engineFailure(error: unknown): MarkedFailure | undefined {
  if (!(error instanceof SqlEngineError)) return undefined;
  const { kind, engineMessage, advice } = error.facts;
  return kind === "time-limit"
    ? {
        code: "time-limit",
        message: say`It ran over its time limit and was stopped.`,
        suggestions: [NARROW],
      }
    : {
        code: "engine-refused",
        message: say`The engine refused it: ${redacted(engineMessage)}${advice === undefined ? "" : say`. ${ownText(advice)}`}`,
        suggestions: [],
      };
}

/** Replaces the driver by one that enforces the privacy policy, so that no later code has the unrestricted driver. */
async function underPolicy(
  options: DatabaseEnvironmentOptions,
  signal: AbortSignal,
): Promise<DatabaseEnvironmentOptions> {
  const { driver, privacy, ...open } = options;
  if (privacy === undefined || hasNoRules(privacy)) return { ...open, driver };
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
  const { driver, indexMode, descriptionsFolder } = options;
  const { cacheFolder = defaultFolders(process.env).cache } = options;
  const keyed = await withKeysInData(driver, await driver.introspect(signal), signal);
  const read = await withLinksInData(driver, keyed, signal);
  const { schema, warnings } =
    descriptionsFolder === undefined
      ? { schema: read, warnings: [] }
      : await readDescriptions(descriptionsFolder, read);
  const stored = openValueIndex({ driver, schema, cacheFolder, ...(indexMode ? { mode: indexMode } : {}) });
  // Under a policy, a description without a matching column may describe a denied one, so warnings are dropped.
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
  { schemaTokens = SCHEMA_TOKENS }: DatabaseEnvironmentOptions,
  context: ActContext,
): Promise<MarkedDescription> {
  const shown = await withCodedValues(services, context);
  const fitting = [shown, withFewCells(shown)]
    .map((schema) => ({ ...services, schema }))
    .find((each) => detailWithin(each, schemaTokens) === "full");
  return describeSchema(fitting ?? services, schemaTokens);
}
