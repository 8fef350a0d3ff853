import type { Sampler } from "@opentelemetry/sdk-trace";

type Sdk = Pick<
  typeof import("@opentelemetry/sdk-trace"),
  "AlwaysOffSampler" | "AlwaysOnSampler" | "ParentBasedSampler" | "TraceIdRatioBasedSampler"
>;

/** The sampler that `OTEL_TRACES_SAMPLER` and its `_ARG` name; the SDK's default where they name none that is known. */
export function samplerOf(
  env: Readonly<Record<string, string | undefined>>,
  { AlwaysOffSampler, AlwaysOnSampler, ParentBasedSampler, TraceIdRatioBasedSampler }: Sdk,
): Sampler | undefined {
  const [, based, name] = /^(parentbased_)?(.*)$/u.exec(env["OTEL_TRACES_SAMPLER"]?.trim() ?? "") ?? [];
  const share = Number(env["OTEL_TRACES_SAMPLER_ARG"] ?? "1");
  const roots: Readonly<Record<string, () => Sampler>> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(share >= 0 && share <= 1 ? share : 1),
  };
  const root = roots[name ?? ""]?.();
  if (root === undefined || based === undefined) return root;
  return new ParentBasedSampler({ root });
}
