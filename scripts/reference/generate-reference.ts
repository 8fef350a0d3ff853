import {
  Application,
  type Comment,
  type DeclarationReflection,
  type ProjectReflection,
  ReflectionKind,
} from "typedoc";
import { referenceOptions } from "./reference-options.ts";

export interface Reference {
  /** Exported symbols and entries without a docstring, as `fuxi/database: openSqliteDriver`. */
  readonly undocumented: readonly string[];
}

/** Writes the pages into a folder; what was in it is deleted. Links in docstrings that lead nowhere are errors. */
export async function generateReference(folder: string): Promise<Reference> {
  const app = await Application.bootstrapWithPlugins({ ...referenceOptions(), out: folder });
  const project = await app.convert();
  if (project === undefined) throw new TypeError("TypeDoc could not read the sources; it has said why.");
  app.validate(project);
  await app.generateOutputs(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings())
    throw new TypeError("TypeDoc found something wrong; it has said what.");
  return { undocumented: undocumented(project) };
}

function undocumented(project: ProjectReflection): readonly string[] {
  return (project.children ?? []).flatMap((entry) => [
    ...(entry.hasComment() ? [] : [entry.name]),
    ...(entry.children ?? [])
      .filter((symbol) => !isDocumented(symbol))
      .map((symbol) => `${entry.name}: ${symbol.name}`),
  ]);
}

/** A function's docstring belongs to its signatures. One that is only its parent's says nothing of the symbol itself. */
function isDocumented(symbol: DeclarationReflection): boolean {
  if (symbol.kindOf(ReflectionKind.Reference)) return true;
  return [symbol, ...symbol.getAllSignatures()].some(
    ({ comment }) =>
      comment?.hasVisibleComponent() === true &&
      !parentComments(symbol).some((parent) => parent.similarTo(comment)),
  );
}

function parentComments({ extendedTypes = [] }: DeclarationReflection): readonly Comment[] {
  return extendedTypes.flatMap((type) => {
    const comment = type.type === "reference" ? type.reflection?.comment : undefined;
    return comment === undefined ? [] : [comment];
  });
}
