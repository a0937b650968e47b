import { createInbox } from "../agent/create-inbox.ts";
import { run } from "../agent/loop.ts";
import { profileFor } from "../config/profiles.ts";
import { createFeatures } from "../features/index.ts";
import { UserError } from "../lib/user-error.ts";
import { createLog } from "../log/create-log.ts";
import { buildPrefix } from "../prompt/build-prefix.ts";
import { createSession, type Session } from "../sessions/session-store.ts";
import { lockWorkspace } from "../sessions/workspace-lock.ts";
import { createTools } from "../tools/index.ts";
import type { AgentEvent, Feature, Profile, Provider, ServerFacts } from "../types.ts";
import { createFiles, type Files } from "../workspace/files.ts";
import { openFolder } from "../workspace/open-folder.ts";
import { createShell, type Shell } from "../workspace/shell.ts";
import type { AgentOptions } from "./agent-options.ts";
import { chooseProvider } from "./choose-provider.ts";
import { assertWorkspace } from "./choose-workspace.ts";
import { createProject } from "./create-project.ts";
import { type RunResult, summarizeRun } from "./summarize-run.ts";

export type { AgentOptions, RunResult };

/** An agent at work in one folder, over one model. */
export type WhippetAgent = {
  readonly facts: ServerFacts;
  readonly profile: Profile;
  /** Folder of this session's log, outputs and file copies. */
  readonly sessionFolder: string;
  /** One run: from a message of the person to an outcome. Throws only for bugs. */
  run(text: string, signal?: AbortSignal): Promise<RunResult>;
  /** Stops everything that was started; the log is complete before and after. */
  close(): Promise<void>;
};

/** Makes an agent: finds a model, opens a session, locks the folder. Throws `UserError` where the person must change something. */
export async function createAgent(options: AgentOptions): Promise<WhippetAgent> {
  const { environment } = options;
  const cwd = openFolder(options.cwd);
  const signal = options.signal ?? new AbortController().signal;
  assertWorkspace(cwd, { isNamed: options.isFolderNamed ?? false, environment, platform: process.platform });
  const unlock = lockWorkspace(environment.stateDir, cwd);
  let provider: Provider | undefined;
  try {
    provider = await chooseProvider(options, signal);
    const facts = await provider.facts(signal);
    announceFacts(facts, options);
    return assemble({ ...options, cwd }, provider, facts, unlock);
  } catch (error) {
    await provider?.close();
    unlock();
    throw error;
  }
}

function assemble(options: AgentOptions, provider: Provider, facts: ServerFacts, unlock: () => void): WhippetAgent {
  const { environment, cwd } = options;
  const session = createSession(environment.stateDir, cwd);
  const files = createFiles({ root: cwd, storeDir: session.filesDir, readable: [session.outDir] });
  const shell = createShell({ root: cwd, outDir: session.outDir, variables: environment.variables });
  const emit = (event: AgentEvent): void => options.onEvent?.(event);
  const log = createLog({ write: session.write, onAppend: (entry) => emit({ type: "entry", entry }) });
  const tools = createTools({ files, shell });
  const profile = profileOf(facts, options);
  const fixed = {
    log,
    provider,
    facts,
    profile,
    prefix: buildPrefix(tools),
    tools,
    features: chosenFeatures(files, shell, options),
    inbox: createInbox(),
    emit,
    confirm: options.confirm ?? (async () => false),
    restore: (targets: Parameters<Files["restore"]>[0]) => files.restore(targets),
  };
  return {
    facts,
    profile,
    sessionFolder: session.folder,
    async run(text, signal = new AbortController().signal) {
      const end = await run({ ...fixed, signal }, { from: "person", lane: "soon", text });
      return summarizeRun(log.entries, end, files);
    },
    close: () => closeAll(provider, shell, session, unlock),
  };
}

async function closeAll(provider: Provider, shell: Shell, session: Session, unlock: () => void): Promise<void> {
  await Promise.allSettled([shell.close(), provider.close()]);
  session.close();
  unlock();
}

/** The profile for the model, with what the command line says on top. */
function profileOf(facts: ServerFacts, options: AgentOptions): Profile {
  const profile = profileFor(facts.model, facts.parameters);
  const seed = options.seed === undefined ? {} : { seed: options.seed };
  return {
    ...profile,
    ...(options.maxSteps === undefined ? {} : { maxSteps: options.maxSteps }),
    ...(options.attempts === undefined ? {} : { attempts: options.attempts }),
    settings: { ...profile.settings, ...seed },
  };
}

/** The list of features, less those left out; an unknown name is a mistake of the person. */
function chosenFeatures(files: Files, shell: Shell, options: AgentOptions): readonly Feature[] {
  const all = createFeatures(createProject(files, shell), { yolo: options.yolo ?? false, allow: options.allow ?? [] });
  const without = new Set(options.without ?? []);
  const unknown = [...without].filter((name) => !all.some((feature) => feature.name === name));
  if (unknown.length > 0) {
    throw new UserError({
      code: "unknown-feature",
      message: `There is no feature ${unknown.map((name) => `"${name}"`).join(", ")} to leave out.`,
      hint: `Features: ${all.map((feature) => feature.name).join(", ")}`,
      exitCode: 2,
    });
  }
  return all.filter((feature) => !without.has(feature.name));
}

function announceFacts(facts: ServerFacts, { announce = () => undefined }: AgentOptions): void {
  announce(
    `${facts.model} on ${facts.server}, window ${facts.window} tokens${facts.windowFrom === "guess" ? " (a guess)" : ""}`,
  );
  for (const warning of facts.warnings) announce(`warning: ${warning}`);
}
