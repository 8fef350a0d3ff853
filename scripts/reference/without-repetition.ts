import { type Application, Converter, DeclarationReflection, type ProjectReflection } from "typedoc";

/**
 * Leaves out what stands elsewhere already: members inherited from a parent that has a section of its own (it is linked), and the values
 * of constants, which are their types.
 */
export function withoutRepetition({ converter }: Application): void {
  converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    for (const member of declarations(project)) {
      if (member.inheritedFrom?.reflection !== undefined) project.removeReflection(member);
      if (member.type?.type === "literal") delete member.defaultValue;
    }
  });
}

function declarations(project: ProjectReflection): readonly DeclarationReflection[] {
  return Object.values(project.reflections).filter(
    (reflection) => reflection instanceof DeclarationReflection,
  );
}
