// What of node-llama-cpp 3.21.1 is used, with its names and meanings. The package is not installed when this is compiled.

/** A token's number in the model's vocabulary. */
export type Token = number;

/** What the package exports. `gpu: false` is the CPU; `build: "never"` refuses to compile. */
export type LlamaModule = {
  getLlama(options: {
    readonly build: "never";
    readonly gpu: false | "metal";
    readonly progressLogs: false;
    readonly logLevel: "error";
  }): Promise<Llama>;
};

/** `cpuMathCores`: physical cores that are worth using for this. */
export type Llama = {
  readonly cpuMathCores: number;
  loadModel(options: { readonly modelPath: string; onLoadProgress(share: number): void }): Promise<LlamaModel>;
};

export type LlamaModel = {
  readonly trainContextSize: number;
  readonly fileInfo: { readonly metadata: { readonly tokenizer?: { readonly chat_template?: string } } };
  readonly tokens: {
    readonly bos: Token | null;
    readonly bosString: string | null;
    readonly eosString: string | null;
    readonly shouldPrependBosToken: boolean;
  };
  tokenize(text: string, specialTokens: boolean): Token[];
  detokenize(tokens: readonly Token[], specialTokens: boolean, lastTokens: readonly Token[]): string;
  createContext(options: {
    readonly contextSize: number;
    readonly batchSize: number;
    readonly threads: number;
  }): Promise<LlamaContext>;
};

export type LlamaContext = { readonly contextSize: number; getSequence(): LlamaSequence };

/** One text in the model's memory. `nextTokenIndex` is how many tokens of it are evaluated. */
export type LlamaSequence = {
  readonly nextTokenIndex: number;
  /** Erases what differs from `tokens`, from the first difference to the end where shifting is not allowed. */
  adaptStateToTokens(tokens: Token[], allowShift: false): Promise<void>;
  evaluateWithoutGeneratingNewTokens(tokens: Token[]): Promise<void>;
  /** Evaluates `tokens`, then yields token after token and ends by itself at the end of generation. A token yielded is evaluated when the next is asked for. */
  evaluate(tokens: Token[], options: SamplingOptions): AsyncIterable<Token>;
};

export type SamplingOptions = {
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly minP?: number;
  readonly seed?: number;
  readonly repeatPenalty?: { readonly penalty: number; punishTokens(): Token[] };
};
