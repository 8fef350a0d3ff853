import type { Environment } from "../../../environment/environment.ts";
import { loadDocument } from "../../../environments/rest-api/document/load-document.ts";
import { openEnvironments } from "../../open-environments.ts";
import type { OpenOptions } from "../../open-options.ts";
import { serveTypedAnswers } from "./serve-typed-answers.ts";

/**
 * Opens an API document with a server of made-up answers behind it (`Place.answers`), for as long as the environments are open. Any operation may be
 * called, since none has an effect.
 * @throws FuxiError of `loadDocument` and `openEnvironments`
 */
export async function openTypedApi(target: string, options: OpenOptions): Promise<readonly Environment[]> {
  const document = await loadDocument(target, { signal: options.signal });
  const server = await serveTypedAnswers(document);
  // Nobody's credentials are wanted here: those of the document are for its own server.
  const env = { NOBODY: "Bearer nobody" };
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable's name as configurations write it.
  const header = ["authorization: ${NOBODY}"];
  const ownServer = { ...options.api, server: server.url, allow: ["*"], header };
  try {
    const environments = await openEnvironments([target], { ...options, env, api: ownServer });
    return environments.map((environment) => ({
      ...environment,
      close: async () => {
        await environment.close();
        await server.close();
      },
    }));
  } catch (error) {
    await server.close();
    throw error;
  }
}
