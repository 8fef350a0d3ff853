import { join } from "node:path";
import type { TypeDocOptions } from "typedoc";
import { load as markdown } from "typedoc-plugin-markdown";
import { inlineOptions } from "./inline-options.ts";
import { nameDestructured } from "./name-destructured.ts";
import { nameEntries } from "./name-entries.ts";
import { publicEntries, ROOT } from "./public-entries.ts";
import { ROUTER, referenceRouter } from "./reference-router.ts";
import { referenceTheme, THEME } from "./reference-theme.ts";
import { rootTopics, TOPIC_ORDER } from "./root-topics.ts";
import { typesAsWritten } from "./types-as-written.ts";
import { withoutRepetition } from "./without-repetition.ts";

/** One page per entry of package.json's `exports`, tables where they are shorter, nothing of this machine and no dates. */
export function referenceOptions(): TypeDocOptions {
  return {
    entryPoints: publicEntries().map(({ source }) => join(ROOT, source)),
    tsconfig: join(ROOT, "tsconfig.build.json"),
    plugin: [
      markdown,
      referenceTheme,
      referenceRouter,
      nameEntries,
      rootTopics,
      nameDestructured,
      typesAsWritten,
      inlineOptions,
      withoutRepetition,
    ],
    ...content,
    ...layout,
  } as TypeDocOptions;
}

const content = {
  // The compiler has its own command; this one only reads.
  skipErrorChecking: true,
  excludeExternals: true,
  excludeInternal: true,
  excludePrivate: true,
  disableSources: true,
  disableGit: true,
  githubPages: false,
  readme: join(import.meta.dirname, "first-page.md"),
  sort: ["alphabetical"],
  categorizeByGroup: false,
  categoryOrder: [...TOPIC_ORDER, "*"],
  defaultCategory: "More",
  groupOrder: ["Functions", "Classes", "Interfaces", "Type Aliases", "Variables"],
  validation: { notExported: false, invalidLink: true, notDocumented: false },
  treatValidationWarningsAsErrors: true,
  logLevel: "Warn",
};

const layout = {
  name: "Reference",
  mergeReadme: true,
  router: ROUTER,
  theme: THEME,
  hidePageHeader: true,
  hideBreadcrumbs: true,
  expandObjects: false,
  expandParameters: true,
  indexFormat: "table",
  parametersFormat: "table",
  interfacePropertiesFormat: "table",
  classPropertiesFormat: "table",
  typeAliasPropertiesFormat: "table",
  typeDeclarationFormat: "table",
  propertyMembersFormat: "table",
  enumMembersFormat: "table",
  tableColumnSettings: { hideModifiers: true, hideInherited: true, hideOverrides: true, hideSources: true },
};
