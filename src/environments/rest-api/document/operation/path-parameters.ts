import type { Parameter } from "../api-document.ts";
import type { DocumentReader } from "../document-reader.ts";
import type { Place } from "../reading/place.ts";

/** Parameters so that those of the path are exactly those of its template. */
export function matchPathParameters(
  path: string,
  parameters: readonly Parameter[],
  operation: Place,
  reader: DocumentReader,
): readonly Parameter[] {
  const names = new Set([...path.matchAll(/\{([^{}]+)\}/gu)].map((match) => match[1] ?? ""));
  const declared = new Set(parameters.filter((each) => each.in === "path").map(({ name }) => name));
  const missing = new Set([...names].filter((name) => !declared.has(name)));
  const kept = parameters.flatMap((parameter): readonly Parameter[] => {
    const { name } = parameter;
    if (parameter.in !== "path" || names.has(name)) return [parameter];
    const meant = [...missing].find((each) => each.toLowerCase() === name.toLowerCase());
    if (meant === undefined) {
      reader.fault(operation, `The path has no place for the parameter "${name}"; it is ignored.`);
      return [];
    }
    missing.delete(meant);
    reader.fault(operation, `The parameter "${name}" is written "${meant}" in the path; that is used.`);
    return [{ ...parameter, name: meant }];
  });
  const added = [...missing].map((name): Parameter => {
    reader.fault(operation, `The path's parameter "${name}" is not declared; it is taken for a text.`);
    return {
      name,
      in: "path",
      required: true,
      description: "",
      schema: { type: "string" },
      style: "simple",
      explode: false,
      allowReserved: false,
      deprecated: false,
    };
  });
  return [...added, ...kept];
}
