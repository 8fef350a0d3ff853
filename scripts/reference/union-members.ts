import { type DeclarationReflection, ReflectionType, UnionType } from "typedoc";
import type { MarkdownThemeContext } from "typedoc-plugin-markdown";

/**
 * Writes a union of objects as a list, one line for each with what is said of it and of its properties. The plugin would write every object
 * twice, and once under a heading that is the same for all of them.
 */
export function listUnionMembers(context: MarkdownThemeContext): void {
  const { declarationTitle } = context.partials;
  context.partials.declarationTitle = (model) =>
    isListed(model, context) ? `> **${model.name}** = one of its members` : declarationTitle(model);
  context.partials.typeDeclarationUnionContainer = (model) =>
    model.type instanceof UnionType ? members(model.type, context).join("\n") : "";
}

/** As the plugin decides whether a union gets a section of its own. */
function isListed({ type }: DeclarationReflection, { helpers }: MarkdownThemeContext): boolean {
  return (
    type instanceof UnionType &&
    type.types.some((member) => member instanceof ReflectionType) &&
    helpers.hasUsefulTypeDetails(type)
  );
}

function members({ types, elementSummaries }: UnionType, context: MarkdownThemeContext): readonly string[] {
  return types.flatMap((member, at) => {
    const said = context.helpers.getCommentParts(elementSummaries?.[at] ?? []).trim();
    return [
      `- ${context.partials.someType(member, { forceCollapse: true })}${said === "" ? "" : `: ${oneLine(said)}`}`,
      ...(member instanceof ReflectionType ? properties(member.declaration, context) : []),
    ];
  });
}

function properties(
  { children = [] }: DeclarationReflection,
  { helpers }: MarkdownThemeContext,
): readonly string[] {
  return children.flatMap(({ name, comment }) => {
    const said = helpers.getCommentParts(comment?.summary ?? []).trim();
    return said === "" ? [] : [`  - \`${name}\`: ${oneLine(said)}`];
  });
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ");
}
