import {
  createKnowledgeBaseEnvironment,
  type KnowledgeBaseEnvironment,
} from "../../src/environments/knowledge-base/create-knowledge-base-environment.ts";
import { openEmbeddedStore } from "../../src/environments/knowledge-base/stores/embedded/open-embedded-store.ts";

/** The environment over a file, its names indexed. */
export async function openFile(path: string, cacheFolder: string): Promise<KnowledgeBaseEnvironment> {
  const { signal } = new AbortController();
  const store = await openEmbeddedStore({ path, cacheFolder, signal });
  await store.preparation?.prepare({ signal });
  return createKnowledgeBaseEnvironment({ id: "kb", store });
}
