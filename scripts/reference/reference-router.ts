import { type Application, DeclarationReflection, ReflectionKind, type RouterTarget } from "typedoc";
import { ModuleRouter } from "typedoc-plugin-markdown";

export const ROUTER = "reference";

/** Adds the router that links to symbols by the anchors that GitHub gives to their headings. */
export function referenceRouter({ renderer }: Application): void {
  renderer.defineRouter(ROUTER, ReferenceRouter);
}

/**
 * One page for each entry, and on it an anchor for each symbol. What is not exported has none, and neither have members: they stand in
 * their symbol's table. Headings that differ in case alone (`itoolGold`, `ItoolGold`) are told apart by their order on the page.
 */
class ReferenceRouter extends ModuleRouter {
  override buildAnchors(target: RouterTarget, page: RouterTarget): void {
    if (!(page instanceof DeclarationReflection) || !page.kindOf(ReflectionKind.Module)) return;
    const anchor = anchorOf(target, page);
    if (anchor === undefined) return;
    this.fullUrls.set(target, `${this.fullUrls.get(page)}#${anchor}`);
    this.anchors.set(target, anchor);
  }
}

function anchorOf(target: RouterTarget, page: DeclarationReflection): string | undefined {
  const taken = new Map<string, number>();
  const headed = (name: string): string => {
    const slug = name.toLowerCase();
    const times = taken.get(slug) ?? 0;
    taken.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${times}`;
  };
  for (const symbol of (page.categories ?? page.groups ?? []).flatMap(({ children }) => children)) {
    const anchor = headed(symbol.name);
    if (symbol === target) return anchor;
    if (symbol.isDeclaration())
      for (const method of symbol.getChildrenByKind(ReflectionKind.Method)) headed(method.name);
  }
  return undefined;
}
