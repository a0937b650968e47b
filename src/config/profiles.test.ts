import { describe, expect, it } from "vitest";
import { modelFamilies } from "./model-families.ts";
import { profileFor, weightsFromName } from "./profiles.ts";

const BILLION = 1e9;

describe("a model's size", () => {
  it.each([
    ["qwen2.5-coder-1.5b-instruct-q4_k_m.gguf", 1.5 * BILLION],
    ["Qwen3-30B-A3B-Instruct-2507", 30 * BILLION],
    ["qwen3:8b", 8 * BILLION],
    ["SmolLM2-135M-Instruct", 0.135 * BILLION],
    ["gemma-4-E4B-it", 4 * BILLION],
    ["phi-4", undefined],
  ])("%s", (name, weights) => expect(weightsFromName(name)).toBe(weights));

  it.each([
    ["phi-4-mini-instruct", "direct"],
    ["phi-4", "tools"],
    ["devstral-small-2", "tools"],
    ["llama3.2:latest", "direct"],
  ])("is known by the family where the name %s does not tell it", (name, ask) =>
    expect(profileFor(name, undefined).ask).toBe(ask),
  );

  it("as the server tells it counts more than the name", () => {
    expect(profileFor("qwen3-8b", 1e9).ask).toBe("direct");
    expect(profileFor("qwen3-1b", 32e9).editFormat).toBe("patch");
  });

  it("decides on edit format, asks, attempts, steps and guarded tests; at a class's bound the smaller counts", () => {
    const habits = (weights: number | undefined) => {
      const { editFormat, ask, attempts, maxSteps, protectTests } = profileFor("some-model", weights);
      return [editFormat, ask, attempts, maxSteps, protectTests];
    };
    expect(habits(4e9)).toEqual(["whole", "direct", 6, 25, true]);
    expect(habits(14e9)).toEqual(["whole", "tools", 1, 40, true]);
    expect(habits(14.1e9)).toEqual(["patch", "tools", 1, 40, false]);
    expect(habits(undefined)).toEqual(habits(14e9));
  });
});

describe("a model's family", () => {
  it.each([
    ["Qwen/Qwen2.5-Coder-7B-Instruct", "qwen2.5"],
    ["qwen3-coder:30b", "qwen3-coder"],
    ["Qwen3-8B", "qwen3"],
    ["Qwen3-30B-A3B-Instruct-2507", "qwen3-instruct"],
    ["Qwen3-30B-A3B-Thinking-2507", "qwen3-thinking"],
    ["Qwen3.5-9B", "qwen3.5"],
    ["unsloth/Qwen3.6-35B-A3B-GGUF", "qwen3.5"],
    ["gemma-3-4b-it", "gemma3"],
    ["gemma-4-26B-A4B-it", "gemma4"],
    ["Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf", "llama3"],
    ["llama3.2:3b", "llama3"],
    ["Mistral-Small-3.2-24B-Instruct-2506", "mistral-small"],
    ["Devstral-Small-2-24B-Instruct-2512", "mistral"],
    ["Ministral-3-8B-Instruct-2512", "mistral"],
    ["phi-4", "phi4"],
    ["gpt-oss-20b", "gpt-oss"],
    ["GLM-4.7-Flash", "glm"],
    ["DeepSeek-R1-Distill-Qwen-7B", "deepseek-r1"],
    ["DeepSeek-Coder-V2-Lite-Instruct", "deepseek"],
    ["granite-3.3-8b-instruct", "granite3"],
    ["granite-4.0-h-tiny", "granite"],
    ["LFM2-1.2B", "lfm2"],
    ["LFM2.5-1.2B-Instruct", "lfm2.5"],
    ["SmolLM3-3B", "smollm3"],
    ["SmolLM2-135M-Instruct", "smollm"],
    ["my-own-model", "default"],
  ])("%s is %s", (name, family) => expect(profileFor(name, undefined).name).toBe(family));

  it("says where its values come from, and sets no sampling that was not checked", () => {
    for (const { source, sampling } of modelFamilies) {
      expect(source).not.toBe("");
      if (source.includes("sampling not checked")) expect(sampling).toEqual({});
    }
  });

  it("thinks 2,000 tokens where it can, and not up to 4 billion weights; sampling follows", () => {
    expect(profileFor("Qwen3-8B", undefined).settings).toEqual({
      temperature: 0.6,
      topP: 0.95,
      topK: 20,
      minP: 0,
      thinking: 2_000,
      thinkingSwitch: { variable: "enable_thinking", offWord: "/no_think" },
    });
    expect(profileFor("Qwen3-4B", undefined).settings).toMatchObject({ temperature: 0.7, topP: 0.8, thinking: "off" });
    expect(profileFor("Qwen2.5-Coder-7B", undefined).settings.thinking).toBe("off");
    expect(profileFor("nobody-knows-it", 8e9).settings).toMatchObject({ temperature: 0.2, thinking: 2_000 });
  });

  it("keeps the sampling of the 1.5B that this project was measured with", () => {
    expect(profileFor("qwen2.5-coder-1.5b-instruct-q4_k_m.gguf", 1.5e9).settings).toEqual({
      temperature: 0.2,
      topP: 0.8,
      topK: 20,
      repeatPenalty: 1,
      thinking: "off",
    });
  });
});
