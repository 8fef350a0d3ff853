import { FuxiError } from "../../errors/fuxi-error.ts";
import { importOptional } from "../../util/import-optional.ts";

const PACKAGES = [
  "context-async-hooks",
  "resources",
  "sdk-trace",
  "sdk-metrics",
  "exporter-trace-otlp-http",
  "exporter-metrics-otlp-http",
].map((name) => `@opentelemetry/${name}`);

/**
 * One package of OpenTelemetry's SDK. Where it is missing, so are the others, most likely: the hint installs them all.
 * @throws FuxiError `dependency-missing`
 */
export async function sdkPackage<T>(name: string): Promise<T> {
  try {
    return await importOptional<T>(`@opentelemetry/${name}`, "to send telemetry");
  } catch (error) {
    if (!FuxiError.isInstance(error) || error.code !== "dependency-missing") throw error;
    throw new FuxiError("dependency-missing", error.message, {
      hint: `Install what belongs together: npm install ${PACKAGES.join(" ")} – or go without it: OTEL_SDK_DISABLED=true`,
      cause: error,
    });
  }
}
