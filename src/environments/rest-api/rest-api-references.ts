import type { ActContext, ReferencedKind } from "../../environment/act-context.ts";
import { keepLines } from "../../environment/artifact-content.ts";
import { say, written } from "../../environment/egress/marks.ts";
import { readState } from "../../environment/read-state.ts";
import type { References } from "../../environment/references.ts";
import type { Json } from "../../util/json.ts";
import { nearestNames } from "../../util/nearest-names.ts";
import { pathText } from "./response/render-value.ts";
import type { RestApiServices } from "./rest-api-services.ts";
import { type Extraction, restApiStateSchema } from "./rest-api-state.ts";

/**
 * Extractions as columns for other environments: `e2` for a list of plain values, `e2.title` for a member of a list of objects.
 */
export function restApiReferences({ environment }: Pick<RestApiServices, "environment">): References {
  return {
    examples: ["e1", "e1.title"],
    async list(workspace, context) {
      const { extractions } = readState(restApiStateSchema, workspace, environment, context);
      const columns = await Promise.all(
        extractions.toReversed().map((extraction) => columnsOf(extraction, context)),
      );
      return columns
        .flat()
        .map(({ name, values }) => ({ name, kind: kindOf(values), total: new Set(values).size }));
    },
    async read(workspace, name, context) {
      const { extractions } = readState(restApiStateSchema, workspace, environment, context);
      const [wanted = ""] = name.trim().split(".");
      const extraction = extractions.find((each) => each.name === wanted.toLowerCase());
      const columns = extraction === undefined ? [] : await columnsOf(extraction, context);
      const column =
        columns.find((each) => each.name === name.trim()) ??
        (name.trim() === wanted ? columns[0] : undefined);
      if (column === undefined) {
        const all =
          columns.length > 0 ? columns.map((each) => each.name) : extractions.map((each) => each.name);
        return {
          failure: {
            code: "unknown-reference",
            message: say`"${written(name)}" names no column of values here.`,
            part: { text: name },
            suggestions: nearestNames(name, all, { limit: 3 }).map((near) => ({
              text: pathText(near.name),
              replaces: name,
            })),
          },
        };
      }
      const values = [...new Set(column.values)];
      return {
        values: { kind: kindOf(values), total: values.length, values: await keepLines(values, context) },
      };
    },
  };
}

type Scalar = string | number | boolean | null;

interface Column {
  readonly name: string;
  readonly values: readonly Scalar[];
}

async function columnsOf(
  { name, value }: Extraction,
  { artifacts, principal }: ActContext,
): Promise<readonly Column[]> {
  const content = JSON.parse(new TextDecoder().decode(await artifacts.get(value.sha256, principal))) as Json;
  const list = Array.isArray(content) ? (content as readonly Json[]) : [content];
  if (list.every(isScalar)) return [{ name, values: list }];
  const rows = list.filter(
    (item): item is { readonly [key: string]: Json } => !isScalar(item) && !Array.isArray(item),
  );
  if (rows.length < list.length) return [];
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return keys.flatMap((key) => {
    const values = rows.map((row) => row[key] ?? null);
    return values.every(isScalar) ? [{ name: `${name}.${key}`, values }] : [];
  });
}

function isScalar(value: Json): value is Scalar {
  return value === null || typeof value !== "object";
}

function kindOf(values: readonly Scalar[]): ReferencedKind {
  const known = values.filter((value) => value !== null);
  if (known.length > 0 && known.every((value) => typeof value === "number")) return "numbers";
  return known.length > 0 && known.every((value) => /^\d{4}-\d{2}-\d{2}/u.test(String(value)))
    ? "dates"
    : "texts";
}
