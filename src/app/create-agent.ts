import { createInbox } from "../agent/create-inbox.ts";
import { run } from "../agent/loop.ts";
import { profileFor } from "../config/profiles.ts";
import { readUserModels, type UserModel } from "../config/user-models.ts";
import { createFeatures } from "../features/index.ts";
import { createLog } from "../log/create-log.ts";
import { TOOLS_MODE } from "../log/select-settings.ts";
import { buildPrefix } from "../prompt/build-prefix.ts";
import { recallServer, rememberServer } from "../sessions/known-servers.ts";
import { createSession, type Session } from "../sessions/session-store.ts";
import { lockWorkspace } from "../sessions/workspace-lock.ts";
import { createTools } from "../tools/index.ts";
import type { AgentEvent, Entry, Message, Profile, Provider, ServerFacts } from "../types.ts";
import { createFiles, type Files } from "../workspace/files.ts";
import { openFolder } from "../workspace/open-folder.ts";
import { createShell, type Shell } from "../workspace/shell.ts";
import type { AgentOptions } from "./agent-options.ts";
import { chooseProvider } from "./choose-provider.ts";
import { assertWorkspace } from "./choose-workspace.ts";
import { createProject } from "./create-project.ts";
import { assertFeatureNames } from "./feature-names.ts";
import { type RunResult, summarizeRun } from "./summarize-run.ts";

export type { AgentOptions, RunResult };

/** An agent at work in one folder, over one model. */
export type WhippetAgent = {
  readonly facts: ServerFacts;
  readonly profile: Profile;
  /** Folder of this session's log, outputs and file copies. */
  readonly sessionFolder: string;
  /** One run: from a message of the person to an outcome; an attachment is shown to the model but is not the person's words. Throws only for bugs. */
  run(request: string | Pick<Message, "text" | "attachment">, signal?: AbortSignal): Promise<RunResult>;
  /** Stops everything that was started; the log is complete before and after. */
  close(): Promise<void>;
};

/** Makes an agent: finds a model, opens a session, locks the folder. Throws `UserError` where the person must change something. */
export async function createAgent(options: AgentOptions): Promise<WhippetAgent> {
  const { environment } = options;
  const cwd = openFolder(options.cwd);
  const signal = options.signal ?? new AbortController().signal;
  assertWorkspace(cwd, { isNamed: options.isFolderNamed ?? false, environment, platform: process.platform });
  assertFeatureNames(options.without ?? []);
  const userModels = readUserModels(environment.configDir);
  const unlock = lockWorkspace(environment.stateDir, cwd);
  let provider: Provider | undefined;
  try {
    provider = await chooseProvider(options, signal);
    const facts = await provider.facts(signal);
    announceFacts(facts, options);
    const profile = profileOf(facts, options, userModels);
    return assemble({ ...options, cwd }, { provider, facts, profile }, unlock);
  } catch (error) {
    await provider?.close();
    unlock();
    throw error;
  }
}

function assemble(
  options: AgentOptions,
  { provider, facts, profile }: { provider: Provider; facts: ServerFacts; profile: Profile },
  unlock: () => void,
): WhippetAgent {
  const { environment, cwd } = options;
  const session = createSession(environment.stateDir, cwd);
  const files = createFiles({ root: cwd, storeDir: session.filesDir, readable: [session.outDir] });
  const shell = createShell({ root: cwd, outDir: session.outDir, variables: environment.variables });
  const emit = (event: AgentEvent): void => options.onEvent?.(event);
  const log = createLog({
    write: session.write,
    onAppend(entry) {
      emit({ type: "entry", entry });
      if (isLearnt(entry)) rememberServer(environment.stateDir, facts, { toolsMode: "prompt" });
    },
  });
  const { toolsMode } = recallServer(environment.stateDir, facts);
  if (toolsMode && !profile.settings.toolsMode) {
    log.append({ type: "fact", by: "app", name: TOOLS_MODE, value: toolsMode });
  }
  const tools = createTools({ files, shell });
  const fixed = {
    log,
    provider,
    facts,
    profile,
    prefix: buildPrefix(tools),
    tools,
    features: createFeatures(createProject(files, shell), {
      yolo: options.yolo ?? false,
      allow: options.allow ?? [],
    }).filter(({ name }) => !options.without?.includes(name)),
    inbox: createInbox(),
    emit,
    confirm: options.confirm ?? (async () => false),
    restore: (targets: Parameters<Files["restore"]>[0]) => files.restore(targets),
  };
  return {
    facts,
    profile,
    sessionFolder: session.folder,
    async run(request, signal = new AbortController().signal) {
      const said = typeof request === "string" ? { text: request } : request;
      const end = await run({ ...fixed, signal }, { ...said, from: "person", lane: "soon" });
      return summarizeRun(log.entries, end, files);
    },
    close: () => closeAll(provider, shell, session, unlock),
  };
}

/** A feature found out how tools must be shown here: true for this server and model beyond the session. */
function isLearnt(entry: Entry): boolean {
  return entry.type === "fact" && entry.name === TOOLS_MODE && entry.by !== "app" && entry.value === "prompt";
}

async function closeAll(provider: Provider, shell: Shell, session: Session, unlock: () => void): Promise<void> {
  await Promise.allSettled([shell.close(), provider.close()]);
  try {
    session.close();
  } finally {
    unlock();
  }
}

/** The profile for the model, with what the command line says on top. */
function profileOf(facts: ServerFacts, options: AgentOptions, userModels: readonly UserModel[]): Profile {
  const profile = profileFor(facts.model, facts.parameters, userModels);
  const seed = options.seed === undefined ? {} : { seed: options.seed };
  return {
    ...profile,
    ...(options.maxSteps === undefined ? {} : { maxSteps: options.maxSteps }),
    ...(options.attempts === undefined ? {} : { attempts: options.attempts }),
    ...(options.without?.includes("attempts") ? { attempts: 1 } : {}),
    settings: { ...profile.settings, ...seed },
  };
}

function announceFacts(facts: ServerFacts, { announce = () => undefined }: AgentOptions): void {
  announce(
    `${facts.model} on ${facts.server}, window ${facts.window} tokens${facts.windowFrom === "guess" ? " (a guess)" : ""}`,
  );
  for (const warning of facts.warnings) announce(`warning: ${warning}`);
}
