import { type Application, Converter } from "typedoc";
import { publicEntries } from "./public-entries.ts";

/** Calls each page what a reader imports (`fuxi/database`), where TypeDoc would name the folder of its source. */
export function nameEntries({ converter }: Application): void {
  const names = new Map(
    publicEntries().map(({ specifier, source }) => [source.replace(/^src\/|\/?index\.ts$/gu, ""), specifier]),
  );
  converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const page of project.children ?? [])
      page.name = names.get(page.name.replace(/^index$/u, "")) ?? page.name;
  });
}
