import { z } from "zod";
import type { ActContext } from "../../../environment/act-context.ts";
import type { TableDefinition } from "../../../environment/capabilities.ts";
import { defineEnvironment } from "../../../environment/define-environment.ts";
import { observe, toolFor } from "../../../environment/define-tool.ts";
import type { Environment } from "../../../environment/environment.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { given } from "../../../util/given.ts";

/** All tables with their columns, and what is declared of some of them (StructGPT, Section 3.2). */
export const EXTRACT_TABLES = "extract_table_and_column_names";
export const EXTRACT_INFORMATION = "extract_tables_information";

const tool = toolFor<object>();

/**
 * The environment through StructGPT's interfaces: of a database names and foreign keys, and never a row. A knowledge base has them among its own
 * tools.
 * @throws FuxiError `usage` for a knowledge base whose values may not be told, and for what is neither
 */
export function structuredInterfaces(environment: Environment): Environment {
  const { id, kind, targetKey, policyKey, egress, capabilities } = environment;
  const { sql, graph } = capabilities;
  if (sql?.definitions === undefined) {
    if (graph !== undefined && egress === undefined) return environment;
    const why =
      graph === undefined
        ? `${id} has neither tables nor triples that could be read.`
        : `Triples are values, and of ${id} none may reach a model (egress ${egress}).`;
    throw new FuxiError("usage", why, { hint: "Use the strategy react." });
  }
  const definitions = async (context: ActContext): Promise<readonly TableDefinition[]> =>
    (await sql.definitions?.({ sampleRows: 0 }, context)) ?? [];
  const names = z.object({ tables: z.array(z.string()) });
  const extractTables = tool({
    name: EXTRACT_TABLES,
    description: "All tables with the names of their columns.",
    group: "navigational",
    input: z.strictObject({}),
    output: names,
    async run(_, { context }) {
      const tables = await definitions(context);
      const lines = tables.map(headOf);
      return { observation: observe(lines, { tables: tables.map(({ name }) => name) }) };
    },
  });
  const extractInformation = tool({
    name: EXTRACT_INFORMATION,
    description: "Columns of these tables, and the foreign keys between them.",
    group: "navigational",
    input: z.strictObject({ tables: z.array(z.string()).min(1) }),
    output: names,
    async run({ tables }, { context }) {
      const chosen = (await definitions(context)).filter(({ name }) => tables.includes(name));
      const lines = [`SQL dialect: ${sql.dialect}`, ...chosen.map(headOf), ...keysAmong(chosen)];
      return { observation: observe(lines, { tables: chosen.map(({ name }) => name) }) };
    },
  });
  return defineEnvironment<object>({
    ...{ id, kind, ...given({ targetKey, policyKey }) },
    tools: [extractTables, extractInformation],
    instructions: "",
    state: z.object({}),
    empty: () => ({}),
    capabilities: { sql },
    describe: async () => ({ text: "" }),
    async conclude(claim, { context }) {
      const workspace = await environment.openWorkspace(undefined, context);
      return await environment.conclude(workspace, claim, context);
    },
  });
}

/** `film(film_id, title)`; a view, of which no columns are declared, as its statement. */
function headOf({ name, declared, definition }: TableDefinition): string {
  if (declared === undefined) return definition.replace(/\s+/gu, " ").trim();
  return `${name}(${declared.columns.map((column) => column.name).join(", ")})`;
}

function keysAmong(tables: readonly TableDefinition[]): readonly string[] {
  const nameOf = new Map(tables.map(({ name, declared }) => [declared?.name ?? name, name]));
  return tables.flatMap(({ name, declared }) =>
    (declared?.foreignKeys ?? []).flatMap(({ columns, table, referenced }) => {
      const other = nameOf.get(table);
      if (other === undefined) return [];
      return columns.map((column, at) => `${name}.${column} = ${other}.${referenced[at] ?? column}`);
    }),
  );
}
