import { describe } from "vitest";
import { openLabelIndex } from "../../../../../../src/environments/knowledge-base/stores/embedded/labels/open-label-index.ts";
import { tripleStoreLabelSearchConformance } from "../../../../../../src/testing/triple-store-conformance.ts";
import { withStoreOf } from "../../../../../../src/testing/triple-store-fixture.ts";
import { naiveStore } from "../../../../../support/naive-store.ts";
import { tableOf } from "../../../../../support/table-of.ts";
import { vitestRunner } from "../../../../../support/vitest-runner.ts";

describe("the label index of a file, as any label search", () => {
  const withStore = withStoreOf(vitestRunner, {
    async open({ triples, vocabulary }) {
      const table = await tableOf(triples);
      const index = openLabelIndex({ table, vocabulary, key: "fixture", dataVersion: "1" });
      return naiveStore(triples, vocabulary, index);
    },
  });
  tripleStoreLabelSearchConformance(withStore);
});
