import { describe, expect, it } from "vitest";
import { parseReply } from "../testing/parse-reply.ts";
import { dialects } from "./dialects/index.ts";
import { dialectsFor, families } from "./families.ts";

describe("families", () => {
  it("name only dialects that exist, each once", () => {
    const names = dialects.map((dialect) => dialect.name);
    for (const { pattern, forms } of families) {
      expect(
        forms.filter((form) => !names.includes(form)),
        String(pattern),
      ).toEqual([]);
      expect(new Set(forms).size, String(pattern)).toBe(forms.length);
    }
  });

  it("name the Python form in Hermes' tags before the JSON form, which would take it as broken JSON", () => {
    for (const { forms } of families.filter((family) => family.forms.includes("hermes"))) {
      expect(forms.indexOf("hermes-python")).toBe(forms.indexOf("hermes") - 1);
    }
  });
});

describe("dialectsFor", () => {
  it.each([
    ["Qwen2.5-Coder-1.5B-Instruct-Q4_K_M.gguf", "hermes-python"],
    ["Qwen/Qwen3-8B", "hermes-python"],
    ["qwen3-coder:30b", "qwen-xml"],
    ["Qwen3-Coder-Next", "qwen-xml"],
    ["Qwen3.5-4B", "qwen-xml"],
    ["unsloth/Qwen3.6-35B-A3B-GGUF", "qwen-xml"],
    ["Qwen-QwQ-32B", "hermes-python"],
    ["gemma-3-4b-it", "gemma-3"],
    ["google-gemma-2-2b-it", "gemma-3"],
    ["google/gemma-4-31B-it", "gemma-4"],
    ["meta-llama-Llama-3.1-8B-Instruct", "llama-3"],
    ["llama3.2:3b", "pythonic"],
    ["Llama-4-Scout", "pythonic"],
    ["Devstral-Small-2507", "mistral"],
    ["Ministral-3-14B-Reasoning-2512", "mistral"],
    ["Mistral-Nemo-Instruct-2407", "mistral"],
    ["phi-4-mini-instruct", "functools"],
    ["openai/gpt-oss-20b", "harmony"],
    ["GLM-4.7-Flash", "glm"],
    ["deepseek-ai-DeepSeek-R1-Distill-Qwen-32B", "deepseek"],
    ["DeepSeek-V3.1", "deepseek"],
    ["DeepSeek-V3.2", "dsml"],
    ["deepseek-ai-DeepSeek-V4-Flash", "dsml"],
    ["ibm-granite-granite-3.3-2B-Instruct", "granite"],
    ["ibm-granite-granite-4.0", "hermes-python"],
    ["LFM2-8B-A1B", "lfm2"],
    ["SmolLM3-3B", "hermes-python"],
    ["moonshotai-Kimi-K2", "kimi-k2"],
    ["Kimi-K3", "kimi-k3"],
    ["MiniMax-M2", "invoke"],
    ["MiniMax-M3", "minimax-m3"],
    ["NVIDIA-Nemotron-Nano-v2", "nemotron"],
    ["NVIDIA-Nemotron-Nano-9B-v2", "nemotron"],
    ["NVIDIA-Nemotron-3-Nano-30B-A3B-BF16", "qwen-xml"],
    ["ByteDance-Seed-OSS", "seed-oss"],
    ["CohereForAI-c4ai-command-r7b-12-2024-tool_use", "cohere"],
    ["StepFun3.5-Flash", "qwen-xml"],
    ["Reka-Edge", "hermes-python"],
    ["openbmb-MiniCPM5-1B", "minicpm"],
    ["meetkai-functionary-medium-v3.1", "qwen-xml"],
    ["meetkai-functionary-medium-v3.2", "functionary"],
    ["fireworks-ai-llama-3-firefunction-v2", "functools"],
    ["GigaChat3-10B-A1.8B", "gigachat"],
    ["Apertus-8B-Instruct", "apertus"],
    ["Apriel-1.6-15b-Thinker", "apriel"],
    ["NousResearch-Hermes-3-Llama-3.1-8B", "hermes-python"],
    ["muse-glimmer", "atem"],
    ["MiMo-VL", "hermes-python"],
  ])("begins with the form of %s: %s", (name, form) => {
    const ordered = dialectsFor(name);
    expect(ordered[0]?.name).toBe(form);
    expect(new Set(ordered)).toEqual(new Set(dialects));
    expect(ordered).toHaveLength(dialects.length);
  });

  it("is the list itself for names that it does not know", () => {
    expect(dialectsFor("auto")).toEqual(dialects);
    expect(dialectsFor("")).toEqual(dialects);
  });

  it("reads the forms of other families too", () => {
    const reply = '<tool_call>{"name": "bash", "arguments": {"command": "ls"}}</tool_call>';
    for (const model of ["gpt-oss", "LFM2", "Llama-3.2-3B", "unheard-of"]) {
      expect(parseReply(reply, { model }).calls).toMatchObject([{ name: "bash", form: "hermes" }]);
    }
  });
});
