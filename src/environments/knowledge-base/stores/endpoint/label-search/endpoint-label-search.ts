import type { LabelSearch } from "../../../store/label-search.ts";
import type { EngineName } from "../endpoint-engine.ts";
import type { EndpointLabelSearch } from "../endpoint-options.ts";
import { exactLabelSearch } from "./exact-label-search.ts";
import type { NameAsked } from "./found-names.ts";
import { graphdbWords, jenaWords, qleverWords, textLabelSearch, virtuosoWords } from "./text-label-search.ts";
import { wikidataLabelSearch } from "./wikidata-label-search.ts";

/**
 * The search that was chosen; "auto" takes Virtuoso's and Wikidata's own, which are always there, and exact lookup elsewhere: text indexes of other engines are
 * there only where somebody set them up.
 */
export function endpointLabelSearch(
  chosen: EndpointLabelSearch,
  engine: EngineName,
  asked: NameAsked,
  searchUrl: string | undefined,
): LabelSearch {
  switch (chosen) {
    case "auto":
      return engine === "Virtuoso" || engine === "Wikidata"
        ? endpointLabelSearch(engine === "Virtuoso" ? "virtuoso" : "wikidata", engine, asked, searchUrl)
        : exactLabelSearch(asked);
    case "virtuoso":
      return textLabelSearch(virtuosoWords, asked);
    case "jena":
      return textLabelSearch(jenaWords, asked);
    case "graphdb":
      return textLabelSearch(graphdbWords, asked);
    case "qlever":
      return textLabelSearch(qleverWords, asked);
    case "wikidata":
      return wikidataLabelSearch(asked.vocabulary.languages, asked.closed, searchUrl);
    case "exact":
      return exactLabelSearch(asked);
    default:
      return chosen;
  }
}
