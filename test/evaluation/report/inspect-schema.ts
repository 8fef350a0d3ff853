/**
 * What Inspect's documentation and sources say that a reader of its logs needs (version 2; inspect.aisi.org.uk/reference/inspect_ai.log.html): members without a default are
 * required, and those that this project writes have their types. Times have an offset.
 */
const text = { type: "string" };
const number = { type: "number" };
const count = { type: "integer", minimum: 0 };
const object = { type: "object" };
const time = { type: "string", pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?\+00:00$` };
const members = (required: readonly string[], properties: Record<string, unknown>) => ({
  type: "object",
  required,
  properties,
});
const each = (items: unknown) => ({ type: "array", items });
const named = (values: unknown) => ({ type: "object", additionalProperties: values });

const usage = members(["input_tokens", "output_tokens", "total_tokens"], {
  input_tokens: count,
  output_tokens: count,
  total_tokens: count,
  input_tokens_cache_read: count,
  total_cost: number,
});
const toolCall = members(["id", "function", "arguments"], { id: text, function: text, arguments: object });
const toolError = members(["type", "message"], {
  type: {
    enum: [
      "parsing",
      "timeout",
      "unicode_decode",
      "permission",
      "file_not_found",
      "is_a_directory",
      "output_limit",
      "approval",
      "unknown",
    ],
  },
  message: text,
});
const message = {
  ...members(["role", "content"], {
    id: text,
    role: { enum: ["system", "user", "assistant", "tool"] },
    content: text,
    source: { enum: ["input", "generate"] },
    tool_calls: each(toolCall),
    tool_call_id: text,
    function: text,
    error: toolError,
    model: text,
  }),
};
const score = members(["value"], { value: number, answer: text, explanation: text, metadata: object });
const metric = members(["name", "value"], { name: text, value: number, params: object });
const sample = members(["id", "epoch", "input", "target"], {
  id: text,
  epoch: { type: "integer", minimum: 1 },
  input: text,
  target: text,
  messages: each(message),
  output: members(["model", "choices"], {
    model: text,
    choices: each(
      members(["message", "stop_reason"], {
        message,
        stop_reason: {
          enum: ["stop", "max_tokens", "model_length", "tool_calls", "content_filter", "unknown"],
        },
      }),
    ),
    completion: text,
    usage,
    time: number,
  }),
  scores: named(score),
  metadata: object,
  store: object,
  events: { type: "array" },
  model_usage: named(usage),
  attachments: object,
  started_at: time,
  completed_at: time,
  working_time: number,
  uuid: text,
  error: members(["message", "traceback", "traceback_ansi"], {
    message: text,
    traceback: text,
    traceback_ansi: text,
  }),
  limit: members(["type", "limit"], {
    type: { enum: ["context", "time", "working", "message", "token", "cost", "operator", "custom"] },
    limit: number,
  }),
});

export const INSPECT_LOG_SCHEMA = members(["version", "status", "eval"], {
  version: { const: 2 },
  status: { enum: ["started", "success", "cancelled", "error"] },
  eval: members(["created", "task", "dataset", "model", "config"], {
    eval_id: text,
    run_id: text,
    created: time,
    task: text,
    task_id: text,
    task_args: object,
    solver: text,
    dataset: members([], { name: text, samples: count, shuffled: { type: "boolean" } }),
    model: text,
    model_args: object,
    model_generate_config: object,
    config: members([], { epochs: count, epochs_reducer: each(text), fail_on_error: { type: "boolean" } }),
    packages: named(text),
    metadata: object,
  }),
  plan: members([], {
    name: text,
    steps: each(members(["solver"], { solver: text, params: object })),
    config: object,
  }),
  results: members(["total_samples", "completed_samples", "scores"], {
    total_samples: count,
    completed_samples: count,
    scores: each(
      members(["name", "scorer"], {
        name: text,
        scorer: text,
        reducer: text,
        scored_samples: count,
        unscored_samples: count,
        params: object,
        metrics: named(metric),
      }),
    ),
  }),
  stats: members([], {
    started_at: time,
    completed_at: { anyOf: [time, { const: "" }] },
    model_usage: named(usage),
  }),
  samples: each(sample),
});

/**
 * The members that the format has, where this project writes some: whatever else stands there is dropped by readers without a word
 * (UKGovernmentBEIS/inspect_ai, src/inspect_ai/log/_log.py). Those of a log are in the order in which they have to stand, as it says there.
 */
export const INSPECT_MEMBERS = {
  log: "version status eval plan results stats error invalidated log_updates tags metadata samples reductions",
  eval: "eval_set_id eval_id run_id created task task_id task_version task_file task_display_name task_registry_name task_attribs task_args task_args_passed solver solver_args solver_args_passed tags dataset sandbox model model_generate_config model_base_url model_args model_roles config revision packages metadata scorers metrics",
  config:
    "limit sample_id sample_shuffle epochs epochs_reducer approval fail_on_error continue_on_fail retry_on_error message_limit token_limit time_limit working_limit cost_limit max_samples",
  dataset: "name location samples sample_ids shuffled",
  plan: "name steps finish config",
  step: "solver params params_passed",
  results: "total_samples completed_samples early_stopping scores metadata",
  score: "name scorer reducer scored_samples unscored_samples params metrics metadata",
  metric: "name value params metadata",
  stats: "started_at completed_at model_usage role_usage",
  sample:
    "id epoch input choices target sandbox files setup messages output scores metadata store events timelines model_usage role_usage started_at completed_at total_time working_time uuid invalidation error error_retries attachments events_data limit",
} as const;
