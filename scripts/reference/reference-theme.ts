import {
  type Application,
  type Comment,
  type ContainerReflection,
  type ReflectionCategory,
  ReflectionKind,
} from "typedoc";
import { type MarkdownApplication, MarkdownTheme, MarkdownThemeContext } from "typedoc-plugin-markdown";
import { listUnionMembers } from "./union-members.ts";

export const THEME = "reference";

const NOTICE = "<!-- Written by `npm run reference` from the docstrings under src: edit those. -->";

type Page = Parameters<MarkdownTheme["render"]>[0];
type Rendered = Parameters<MarkdownTheme["getRenderContext"]>[0];

/** Adds the theme that begins each page with a table of its symbols. */
export function referenceTheme(app: Application): void {
  (app as MarkdownApplication).renderer.defineTheme(THEME, ReferenceTheme);
}

class ReferenceTheme extends MarkdownTheme {
  override render(page: Page): string {
    return `${NOTICE}\n\n${withoutEmptyParts(super.render(page))}`;
  }

  override getRenderContext(page: Rendered): MarkdownThemeContext {
    const context = new MarkdownThemeContext(this, page, this.application.options);
    const { groups, categories } = context.partials;
    const { getDescriptionForComment } = context.helpers;
    context.partials.groups = (model, options) =>
      [...index(context, model), groups(model, options)].join("\n\n");
    context.partials.categories = (model, options) =>
      [...model.map((category) => topicIndex(context, category)), categories(model, options)].join("\n\n");
    context.partials.inheritance = () => "";
    listUnionMembers(context);
    context.helpers.getDescriptionForComment = (comment: Comment) =>
      firstSentence(getDescriptionForComment(comment) ?? "");
    return context;
  }
}

/** Anchors of table rows, to which nothing links, parents that are not exported, types whose members follow, and lists of parameters and results that add nothing to the line with the signature. */
function withoutEmptyParts(page: string): string {
  return page
    .replaceAll(/<a id="[^"]*"><\/a> /gu, "")
    .replaceAll(/^(\| `([\w.]+)\??` \| )\\\{.*?\\\} (?=\| [^|]*\|\n\| `\2\.)/gmu, "$1`object` ")
    .replaceAll(/^#+ Extends\n\n(?:- .*\n)+\n/gmu, (list) => (list.includes("](") ? list : ""))
    .replaceAll(/^#+ Parameters\n\n\| Parameter \| Type \|\n(?:\|.*\n)+\n/gmu, "")
    .replaceAll(/^\| Parameter \| Type \| Default value .*\n(?:\|.*\n)+/gmu, (table) =>
      table.replaceAll("| `undefined` |", "| - |"),
    )
    .replaceAll(/^#+ Returns\n\n.+\n+(?=#|\*\*\*|(?![\s\S]))/gmu, "");
}

function index(context: MarkdownThemeContext, model: ContainerReflection): readonly string[] {
  if (!model.kindOf(ReflectionKind.Module)) return [];
  return (model.groups ?? []).map((group) => context.partials.groupIndex(group));
}

function topicIndex(context: MarkdownThemeContext, topic: ReflectionCategory): string {
  return context.partials.groupIndex(topic).replace(/^\s*\| \w[\w ]* \|/u, `| ${topic.title} |`);
}

/** Up to a full stop before a capital, so that `e.g.` and `docs/errors.md` do not end it. */
function firstSentence(text: string): string {
  return /^.*?\.(?=\s+[A-Z`"(]|\s*$)/su.exec(text)?.[0] ?? text;
}
