import { FuxiError } from "../errors/fuxi-error.ts";

/** Work that was cancelled, though not by the caller: somebody closed what it was done in. */
export function endedFromOutside(cause: FuxiError): FuxiError {
  const message = `An environment broke its work off, and nobody had cancelled it: it is closed, or was closed meanwhile. (${cause.message})`;
  return new FuxiError("engine-unavailable", message, {
    hint: "Keep environments open until whatever works with them has ended; open a closed one anew.",
    cause,
  });
}
