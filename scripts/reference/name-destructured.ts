import { type Application, Converter, ParameterReflection, type SomeType } from "typedoc";

/** TypeDoc's own name for a parameter that the source takes apart where it stands, unless an `@param` tag names it. */
const UNNAMED = "__namedParameters";

/** Calls parameters without a name after the last word of their type: `options` for `ReactOptions`. */
export function nameDestructured({ converter }: Application): void {
  converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    for (const parameter of Object.values(project.reflections))
      if (parameter instanceof ParameterReflection && parameter.name === UNNAMED)
        parameter.name = lastWord(parameter.type) ?? "options";
  });
}

function lastWord(type: SomeType | undefined): string | undefined {
  if (type?.type !== "reference") return undefined;
  // What is picked says more than that something is.
  const [picked] = type.typeArguments ?? [];
  return lastWord(picked) ?? /[A-Z][a-z]*$/u.exec(type.name)?.[0].toLowerCase();
}
